import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { SignedInMember } from "../http/caller.ts";

export interface OpenSession {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

/** A session with the person who acts in it. */
export interface OpenMemberSession extends OpenSession {
  readonly member: SignedInMember;
  /** Of the till, or else of the member. */
  readonly branchId: string | null;
}

const SESSION_HOURS = 12;

/** A new id every time: a value from before the sign-in is worthless after it. */
export async function openSession(
  database: Queryable,
  userId: string,
  /** Default: the account's holder. */
  opener: { readonly memberId?: string; readonly tillId?: string } = {},
): Promise<OpenSession> {
  const { rows } = await database.query<OpenSession>(
    `insert into sessions (id, user_id, member_id, till_id, expires_at)
     values ($1, $2, coalesce($4, holder_of($2)), $5, now() + make_interval(hours => $3))
     returning id, user_id as "userId", expires_at as "expiresAt"`,
    [newId("session"), userId, SESSION_HOURS, opener.memberId ?? null, opener.tillId ?? null],
  );
  const [session] = rows;
  if (session === undefined) throw new Error("the insert returned no row");
  return session;
}

/** Open sessions `s` with their account `u`, member `m` and till `t`. */
const openSessions = `sessions s
    join users u on u.id = s.user_id and u.erased_at is null and u.disabled_at is null
    join members m on m.id = coalesce(s.member_id, holder_of(s.user_id)) and m.user_id = s.user_id and m.removed_at is null
    left join users p on p.id = m.person_id
    left join tills t on t.id = s.till_id
   where s.ended_at is null and s.expires_at > now()
     and p.erased_at is null and p.disabled_at is null and t.revoked_at is null`;

export async function findOpenSession(
  database: Queryable,
  id: string,
): Promise<OpenMemberSession | undefined> {
  const { rows } = await database.query<OpenMemberSession>({
    name: "find_open_session",
    text: `select s.id, s.user_id as "userId", s.expires_at as "expiresAt", coalesce(t.branch_id, m.branch_id) as "branchId",
                  json_build_object('id', m.id, 'personId', m.person_id, 'role', m.role, 'tillId', s.till_id) as member,
                  s.created_at as "signedInAt"
             from ${openSessions} and s.id = $1`,
    values: [id],
  });
  const [row] = rows as (OpenMemberSession & { readonly signedInAt: Date })[];
  if (row === undefined) return undefined;
  const { signedInAt, member, ...session } = row;
  return { ...session, member: { ...member, signedInAt } };
}

/** Returns the ids that `findOpenSession` would still find. */
export async function findOpenSessionIds(database: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: "find_open_session_ids",
    text: `select s.id from ${openSessions} and s.id = any($1)`,
    values: [ids],
  });
  return rows.map(({ id }) => id);
}

export interface ListedSession {
  readonly id: string;
  /** Of the sign-in; null if unknown. */
  readonly address: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Lists the open sessions of an account, newest first. */
export async function listSessions(
  database: Queryable,
  userId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: ListedSession[]; readonly total: number }> {
  const { rows } = await database.query<ListedSession>(
    `select s.id, s.created_at as "createdAt", s.expires_at as "expiresAt",
            (select host(d.address) from audit_log a join audit_details d on d.audit_id = a.id
              where a.user_id = s.user_id and a.action = 'session.opened' and a.subject = s.id
                -- The entry has the time of the same transaction, in milliseconds.
                and a.at between s.created_at - interval '1 s' and s.created_at + interval '1 s') as address
       from (select * from sessions where user_id = $1 and ended_at is null and expires_at > now()
              order by created_at desc, id desc limit $2 offset $3) s
      order by s.created_at desc, s.id desc`,
    [userId, limit, offset],
  );
  const counted = await database.query<{ total: number }>(
    "select count(*) as total from sessions where user_id = $1 and ended_at is null and expires_at > now()",
    [userId],
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns whether it was open, and of this account. */
export async function endSession(database: Queryable, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update sessions set ended_at = now()
      where id = $1 and user_id = $2 and ended_at is null and expires_at > now()`,
    [id, userId],
  );
  return rowCount === 1;
}

/** Ends all sessions, or all others. Returns how many were open. */
export async function endSessionsOf(
  database: Queryable,
  userId: string,
  options: { readonly except?: string } = {},
): Promise<number> {
  const { rowCount } = await database.query(
    `update sessions set ended_at = now()
      where user_id = $1 and ended_at is null and expires_at > now() and id is distinct from $2`,
    [userId, options.except ?? null],
  );
  return rowCount ?? 0;
}
