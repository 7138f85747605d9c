import { newId, type Role } from "@receipts/contracts";
import { type AskedWalk, type ListPage, type Queryable, readNewestFirst } from "@receipts/database";
import type { ActiveCredential, SignedInMember } from "../http/caller.ts";

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

/** Minutes for which a proof of identity counts. */
const FRESH_MINUTES = 5;

export interface SessionOpener {
  /** Default: the account's holder. */
  readonly memberId?: string;
  readonly tillId?: string;
  /** The session that this one replaces: it ends no later and is no fresher. */
  readonly insteadOf?: string;
}

/** A new id every time: a value from before the sign-in is worthless after it. */
export async function openSession(
  database: Queryable,
  userId: string,
  { memberId, tillId, insteadOf }: SessionOpener = {},
): Promise<OpenSession> {
  const { rows } = await database.query<OpenSession>(
    `insert into sessions (id, user_id, member_id, till_id, expires_at, confirmed_at)
     select $1, $2, coalesce($4, holder_of($2)), $5,
            coalesce((select expires_at from sessions where id = $6), now() + make_interval(hours => $3)),
            (select coalesce(confirmed_at, created_at) from sessions where id = $6)
     returning id, user_id as "userId", expires_at as "expiresAt"`,
    [newId("session"), userId, SESSION_HOURS, memberId ?? null, tillId ?? null, insteadOf ?? null],
  );
  const [session] = rows;
  if (session === undefined) throw new Error("the insert returned no row");
  return session;
}

/** The person has just proved the identity again. */
export async function refreshSession(database: Queryable, id: string): Promise<void> {
  await database.query("update sessions set confirmed_at = now() where id = $1", [id]);
}

const hasNoTwoFactor =
  "not exists (select from two_factors f where f.person_id = m.person_id and f.confirmed_at is not null)";
const mustEnroll = `(u.two_factor_required and m.person_id is not null and ${hasNoTwoFactor})`;

/** Open sessions `s` with their account `u`, member `m` and till `t`. */
const openSessions = `sessions s
    join users u on u.id = s.user_id and u.erased_at is null and u.disabled_at is null
    join members m on m.id = coalesce(s.member_id, holder_of(s.user_id)) and m.user_id = s.user_id and m.removed_at is null
    left join users p on p.id = m.person_id
    left join tills t on t.id = s.till_id
   where s.ended_at is null and s.expires_at > now()
     and p.erased_at is null and p.disabled_at is null and t.revoked_at is null`;

/** A cashier's session counts only on the device that opened it: `tillTokenHash` is that of the caller's device. */
export async function findOpenSession(
  database: Queryable,
  id: string,
  tillTokenHash: Buffer | null,
): Promise<OpenMemberSession | undefined> {
  const { rows } = await database.query<OpenMemberSession & { readonly signedInAt: Date }>({
    name: "find_open_session",
    text: `select s.id, s.user_id as "userId", s.expires_at as "expiresAt", coalesce(t.branch_id, m.branch_id) as "branchId",
                  json_build_object('id', m.id, 'personId', m.person_id, 'role', m.role, 'tillId', s.till_id,
                                    'isFresh', coalesce(s.confirmed_at, s.created_at) > now() - interval '${FRESH_MINUTES} min',
                                    'mustEnroll', ${mustEnroll}) as member,
                  s.created_at as "signedInAt"
             from ${openSessions} and s.id = $1 and (s.till_id is null or t.token_hash = $2)`,
    values: [id, tillTokenHash],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { signedInAt, member, ...session } = row;
  return { ...session, member: { ...member, signedInAt } };
}

/** Those that are still accepted, as they are now. */
export async function findOpenSessions(
  database: Queryable,
  ids: readonly string[],
): Promise<ActiveCredential[]> {
  const { rows } = await database.query<ActiveCredential>({
    name: "find_open_sessions",
    text: `select s.id, m.role, coalesce(t.branch_id, m.branch_id) as "branchId", ${mustEnroll} as "mustEnroll"
             from ${openSessions} and s.id = any($1)`,
    values: [ids],
  });
  return rows;
}

/** Sessions that a person may see and end: of the whole account, or only the own ones. */
export interface SessionScope {
  readonly userId: string;
  /** Null: of all people. */
  readonly memberId: string | null;
}

/** Open sessions `s`. */
const ofScope = `s.user_id = $1 and ($2::text is null or coalesce(s.member_id, holder_of(s.user_id)) = $2)
             and s.ended_at is null and s.expires_at > now()`;

export interface ListedSession {
  readonly id: string;
  /** Of the sign-in; null if unknown. */
  readonly address: string | null;
  readonly person: { readonly memberId: string; readonly name: string; readonly role: Role };
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Lists open sessions, newest first. */
export async function listSessions(
  database: Queryable,
  { userId, memberId }: SessionScope,
  page: AskedWalk,
): Promise<ListPage<ListedSession> & { readonly total: number }> {
  return await readNewestFirst<ListedSession>(
    database,
    {
      columns: `s.id, s.created_at as "createdAt", s.expires_at as "expiresAt",
        json_build_object('memberId', m.id, 'name', coalesce(m.name, p.name), 'role', m.role) as person,
        (select host(d.address) from audit_log a join audit_details d on d.audit_id = a.id
          where a.user_id = s.user_id and a.action = 'session.opened' and a.subject = s.id
            -- The entry has the time of the same transaction, in milliseconds.
            and a.at between s.created_at - interval '1 s' and s.created_at + interval '1 s') as address`,
      from: `sessions s join members m on m.id = coalesce(s.member_id, holder_of(s.user_id))
        left join users p on p.id = m.person_id`,
      where: ofScope,
      values: [userId, memberId],
      time: "s.created_at",
      id: "s.id",
    },
    page,
  );
}

/** Returns whether it was open, and in the scope. */
export async function endSession(
  database: Queryable,
  { userId, memberId }: SessionScope,
  id: string,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update sessions s set ended_at = now() where ${ofScope} and s.id = $3`,
    [userId, memberId, id],
  );
  return rowCount === 1;
}

/** Ends all sessions of an account, or of one of its people. Returns how many were open. */
export async function endSessionsOf(
  database: Queryable,
  userId: string,
  memberId: string | null = null,
): Promise<number> {
  const { rowCount } = await database.query(`update sessions s set ended_at = now() where ${ofScope}`, [
    userId,
    memberId,
  ]);
  return rowCount ?? 0;
}

/** Ends the sessions of a person in every account, or all others. Returns how many were open. */
export async function endSessionsOfPerson(
  database: Queryable,
  personId: string,
  options: { readonly except?: string } = {},
): Promise<number> {
  const { rowCount } = await database.query(
    `update sessions set ended_at = now()
      where (member_id in (select id from members where person_id = $1) or (user_id = $1 and member_id is null))
        and ended_at is null and expires_at > now() and id is distinct from $2`,
    [personId, options.except ?? null],
  );
  return rowCount ?? 0;
}
