import { type MemberView, newId, type Role, type SignInRole } from "@receipts/contracts";
import type { AskedPage, Queryable } from "@receipts/database";

export type MemberRow = Omit<MemberView, "createdAt" | "lastSignInAt" | "isYou"> & {
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
};

const selected = `select m.id, coalesce(m.name, p.name) as name, p.email, m.role, m.branch_id as "branchId",
                         m.person_id is not distinct from m.user_id as "isHolder",
                         exists (select from two_factors f where f.person_id = m.person_id and f.confirmed_at is not null) as "twoFactor",
                         not coalesce(p.is_unconfirmed, false) as "emailConfirmed",
                         m.created_at as "createdAt",
                         (select max(s.created_at) from sessions s where s.member_id = m.id and s.ended_at is null) as "lastSignInAt"
                    from members m left join users p on p.id = m.person_id`;

export async function listMembers(
  database: Queryable,
  userId: string,
  { limit, offset }: AskedPage,
): Promise<{ readonly rows: MemberRow[]; readonly total: number }> {
  const { rows } = await database.query<MemberRow>(
    `${selected} where m.user_id = $1 and m.removed_at is null order by m.created_at, m.id limit $2 offset $3`,
    [userId, limit, offset],
  );
  const counted = await database.query<{ total: number }>(
    "select count(*) as total from members where user_id = $1 and removed_at is null",
    [userId],
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Counts the people with a sign-in. */
export async function countPeople(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query<{ total: number }>(
    "select count(*) as total from members where user_id = $1 and removed_at is null and person_id is not null",
    [userId],
  );
  return rows[0]?.total ?? 0;
}

export async function findMember(
  database: Queryable,
  userId: string,
  id: string,
): Promise<MemberRow | undefined> {
  const { rows } = await database.query<MemberRow>(
    `${selected} where m.user_id = $1 and m.id = $2 and m.removed_at is null`,
    [userId, id],
  );
  return rows[0];
}

/** The present role of the caller, read in the transaction that it allows. */
export async function findRole(database: Queryable, memberId: string): Promise<Role | undefined> {
  const { rows } = await database.query<{ role: Role }>(
    "select role from members where id = $1 and removed_at is null",
    [memberId],
  );
  return rows[0]?.role;
}

/** The rules of a change, in the statement itself: an owner changes all others, a manager all but owners. */
const mayChange = `m.id <> $3 and exists (select from members a
   where a.id = $3 and a.user_id = m.user_id and a.removed_at is null
     and (a.role = 'owner' or (a.role = 'manager' and m.role <> 'owner'`;

export interface MemberChange {
  readonly id: string;
  /** Membership of the person who changes it. */
  readonly by: string;
}

/** Returns false if the rules forbid it. */
export async function updateMember(
  database: Queryable,
  userId: string,
  { id, by, role, branchId }: MemberChange & { readonly role: Role; readonly branchId: string | null },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update members m set role = $4, branch_id = $5
      where m.id = $1 and m.user_id = $2 and m.removed_at is null
        and ${mayChange} and $4 <> 'owner')))`,
    [id, userId, by, role, branchId],
  );
  return rowCount === 1;
}

/** Returns false if the rules forbid it. */
export async function removeMember(
  database: Queryable,
  userId: string,
  { id, by }: MemberChange,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update members m set removed_at = now(), pin_hash = null
      where m.id = $1 and m.user_id = $2 and m.removed_at is null and m.person_id is distinct from m.user_id
        and ${mayChange})))`,
    [id, userId, by],
  );
  return rowCount === 1;
}

/** Returns the new membership; undefined if the person is a member already. */
export async function addMember(
  database: Queryable,
  {
    userId,
    personId,
    role,
    branchId,
  }: {
    readonly userId: string;
    readonly personId: string;
    readonly role: SignInRole;
    readonly branchId: string | null;
  },
): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    `insert into members (id, user_id, person_id, role, branch_id) values ($1, $2, $3, $4, $5)
     on conflict (user_id, person_id) where removed_at is null and person_id is not null do nothing returning id`,
    [newId("member"), userId, personId, role, branchId],
  );
  return rows[0]?.id;
}

/** Whether the account has this branch, and it takes new people. */
export async function hasBranch(database: Queryable, userId: string, branchId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "select from branches where id = $1 and user_id = $2 and archived_at is null",
    [branchId, userId],
  );
  return rowCount === 1;
}

/** Whether a person with this address belongs to the account. */
export async function isMember(database: Queryable, userId: string, email: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from members m join users p on p.id = m.person_id
      where m.user_id = $1 and m.removed_at is null and lower(p.email) = lower($2)`,
    [userId, email],
  );
  return rowCount === 1;
}
