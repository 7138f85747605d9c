import { MAX_TILLS, newId, type Till, type TillView } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

const columns = `id, name, branch_id as "branchId", iso_utc(created_at) as "createdAt",
  iso_utc(code_expires_at) as "codeExpiresAt", iso_utc(enrolled_at) as "enrolledAt",
  iso_utc(last_seen_at) as "lastSeenAt", iso_utc(revoked_at) as "revokedAt"`;

const CODE_MINUTES = 15;

const MOST_REVOKED = 200;

/** Lists tills, and those revoked last. */
export async function listTills(database: Queryable, userId: string): Promise<Till[]> {
  const { rows } = await database.query<Till>(
    `select ${columns}
       from (select * from tills where user_id = $1 order by revoked_at desc nulls first limit $2) t
      order by t.created_at, id`,
    [userId, MAX_TILLS + MOST_REVOKED],
  );
  return rows;
}

/** Finds one that is not revoked. */
export async function findTill(database: Queryable, userId: string, id: string): Promise<Till | undefined> {
  const { rows } = await database.query<Till>(
    `select ${columns} from tills where user_id = $1 and id = $2 and revoked_at is null`,
    [userId, id],
  );
  return rows[0];
}

export async function countTills(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query<{ tills: number }>(
    "select count(*) as tills from tills where user_id = $1 and revoked_at is null",
    [userId],
  );
  return rows[0]?.tills ?? 0;
}

export async function insertTill(
  database: Queryable,
  userId: string,
  till: {
    readonly name: string;
    readonly branchId: string | null;
    readonly codeHash: Buffer;
    /** Membership of the person who has the code. */
    readonly madeBy: string;
  },
): Promise<Till> {
  const { rows } = await database.query<Till>(
    `insert into tills (id, user_id, name, branch_id, code_hash, code_expires_at, code_made_by)
     values ($1, $2, $3, $4, $5, now_ms() + make_interval(mins => $6), $7) returning ${columns}`,
    [newId("till"), userId, till.name, till.branchId, till.codeHash, CODE_MINUTES, till.madeBy],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the insert returned no row");
  return row;
}

export async function renameTill(
  database: Queryable,
  userId: string,
  id: string,
  name: string,
): Promise<Till | undefined> {
  const { rows } = await database.query<Till>(
    `update tills set name = $3 where user_id = $1 and id = $2 and revoked_at is null returning ${columns}`,
    [userId, id, name],
  );
  return rows[0];
}

/** Every process checks sessions against the till: its streams end too. */
export async function revokeTill(database: Queryable, userId: string, id: string): Promise<void> {
  await database.query(
    `update tills set revoked_at = now_ms(), code_hash = null, code_expires_at = null
      where user_id = $1 and id = $2 and revoked_at is null`,
    [userId, id],
  );
  await database.query(
    "update sessions set ended_at = now() where user_id = $1 and till_id = $2 and ended_at is null",
    [userId, id],
  );
}

/** A till whose device is enrolled, of an account that may act. */
export interface EnrolledTill {
  readonly id: string;
  readonly userId: string;
}

/** One statement: of two devices with the same code, one is enrolled. */
export async function enrollTill(
  database: Queryable,
  codeHash: Buffer,
  tokenHash: Buffer,
): Promise<EnrolledTill | undefined> {
  const { rows } = await database.query<EnrolledTill>(
    `update tills t set code_hash = null, code_expires_at = null, token_hash = $2, enrolled_at = now_ms(),
            last_seen_at = now_ms()
       from users u
      where u.id = t.user_id and t.code_hash = $1 and t.code_expires_at > now() and t.revoked_at is null
        and u.erased_at is null and u.disabled_at is null
        and not exists (select from members m left join users p on p.id = m.person_id where m.id = t.code_made_by
                         and (m.removed_at is not null or m.role not in ('owner', 'manager')
                              or p.erased_at is not null or p.disabled_at is not null))
     returning t.id, t.user_id as "userId"`,
    [codeHash, tokenHash],
  );
  return rows[0];
}

export async function findEnrolledTill(
  database: Queryable,
  tokenHash: Buffer,
): Promise<EnrolledTill | undefined> {
  const { rows } = await database.query<EnrolledTill>({
    name: "find_enrolled_till",
    text: `select t.id, t.user_id as "userId" from tills t join users u on u.id = t.user_id
            where t.token_hash = $1 and t.revoked_at is null and u.erased_at is null and u.disabled_at is null`,
    values: [tokenHash],
  });
  return rows[0];
}

/** A minute's precision is enough to see that a device is in use. */
export async function touchTill(database: Queryable, id: string): Promise<void> {
  await database.query(
    "update tills set last_seen_at = now_ms() where id = $1 and last_seen_at < now() - interval '1 minute'",
    [id],
  );
}

/** For a cashier `m` and a till `t`. */
export const worksAt = "(m.branch_id is null or t.branch_id is null or m.branch_id = t.branch_id)";

export async function viewTill(database: Queryable, id: string): Promise<TillView | undefined> {
  const { rows } = await database.query<TillView>({
    name: "view_till",
    text: `select t.name as till, b.name as branch, coalesce(z.name, u.name) as shop, u.time_zone as "timeZone", u.calendar, u.clock,
                  coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name) order by lower(m.name), m.id)
                     from members m
                    where m.user_id = t.user_id and m.role = 'cashier' and m.removed_at is null and ${worksAt}), '[]') as cashiers
             from tills t join users u on u.id = t.user_id
             left join branches b on b.id = t.branch_id
             left join businesses z on z.user_id = t.user_id
            where t.id = $1`,
    values: [id],
  });
  return rows[0];
}
