import { type Branch, isId, MAX_BRANCHES, newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { invalidPayload } from "../http/api-problem.ts";

const columns = `id, name, iso_utc(created_at) as "createdAt", iso_utc(archived_at) as "archivedAt"`;

/** Open ones, and as many archived ones. */
export const MOST_LISTED_BRANCHES = 2 * MAX_BRANCHES;

/** Lists open branches, and those archived last. */
export async function listBranches(database: Queryable, userId: string): Promise<Branch[]> {
  const { rows } = await database.query<Branch>(
    `select ${columns}
       from (select * from branches where user_id = $1 order by archived_at desc nulls first limit $2) b
      order by b.created_at, id`,
    [userId, MOST_LISTED_BRANCHES],
  );
  return rows;
}

export async function findBranch(
  database: Queryable,
  userId: string,
  id: string,
): Promise<Branch | undefined> {
  const { rows } = await database.query<Branch>(
    `select ${columns} from branches where user_id = $1 and id = $2`,
    [userId, id],
  );
  return rows[0];
}

export async function countOpenBranches(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query<{ open: number }>(
    "select count(*) as open from branches where user_id = $1 and archived_at is null",
    [userId],
  );
  return rows[0]?.open ?? 0;
}

/** Returns undefined if an open branch has this name. */
export async function insertBranch(
  database: Queryable,
  userId: string,
  name: string,
): Promise<Branch | undefined> {
  const { rows } = await database.query<Branch>(
    `insert into branches (id, user_id, name) values ($1, $2, $3)
     on conflict (user_id, lower(name)) where archived_at is null do nothing returning ${columns}`,
    [newId("branch"), userId, name],
  );
  return rows[0];
}

/** Returns undefined if another open branch has this name. */
export async function updateBranch(
  database: Queryable,
  userId: string,
  { id, name, archived }: { readonly id: string; readonly name: string; readonly archived: boolean },
): Promise<Branch | undefined> {
  const { rows } = await database.query<Branch>(
    `update branches set name = $3, archived_at = case when $4 then coalesce(archived_at, now_ms()) end
      where user_id = $1 and id = $2
        and ($4 or not exists (select from branches other
                                where other.user_id = $1 and other.id <> $2 and other.archived_at is null
                                  and lower(other.name) = lower($3)))
     returning ${columns}`,
    [userId, id, name, archived],
  );
  return rows[0];
}

/** Throws 422 unless it is a branch of the account, also an archived one. Undefined chooses none. */
export async function requireOwnedBranch(
  database: Queryable,
  userId: string,
  branchId: string | undefined,
): Promise<void> {
  if (branchId === undefined) return;
  const branch = isId("branch", branchId) ? await findBranch(database, userId, branchId) : undefined;
  if (branch === undefined)
    throw invalidPayload([{ field: "branchId", message: "is not a branch of this account" }]);
}

/** Throws 422 unless it is an open branch of the account. Null and undefined choose none. */
export async function requireOpenBranch(
  database: Queryable,
  userId: string,
  branchId: string | null | undefined,
): Promise<void> {
  if (branchId === null || branchId === undefined) return;
  const branch = isId("branch", branchId) ? await findBranch(database, userId, branchId) : undefined;
  if (branch === undefined)
    throw invalidPayload([{ field: "branchId", message: "is not a branch of this account" }]);
  if (branch.archivedAt !== null)
    throw invalidPayload([{ field: "branchId", message: "is archived: open the branch first" }]);
}
