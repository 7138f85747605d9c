import type { Calendar, Clock, Role } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

interface NamedAccount {
  readonly id: string;
  readonly name: string;
}

/** A session as its person sees it. */
export interface SessionView {
  readonly user: {
    /** Of the account. */
    readonly id: string;
    /** Of the person; empty for a cashier, who has no address. */
    readonly email: string;
    readonly emailConfirmed: boolean;
    readonly name: string;
    readonly businessName: string | null;
    readonly timeZone: string;
    readonly calendar: Calendar;
    readonly clock: Clock;
  };
  readonly account: NamedAccount;
  readonly member: { readonly id: string; readonly role: Role; readonly branchId: string | null };
  readonly accounts: readonly (NamedAccount & { readonly role: Role })[];
  readonly twoFactor: { readonly enabled: boolean; readonly enrollmentRequired: boolean };
  readonly expiresAt: Date;
}

/**
 * Memberships `m` of person $1 in open accounts `u`. The account of a person who joined by invitation is no account to
 * act for: it has no business and no credits.
 */
export const ownMemberships = `members m join users u on u.id = m.user_id
    left join businesses b on b.user_id = u.id
   where m.person_id = $1 and m.removed_at is null and u.erased_at is null and u.disabled_at is null
     and not (u.id = $1 and u.is_member_only)`;

/** Undefined if the session has ended. */
export async function findSessionView(
  database: Queryable,
  sessionId: string,
): Promise<SessionView | undefined> {
  const { rows } = await database.query<Omit<SessionView, "accounts"> & { readonly personId: string | null }>(
    `select m.person_id as "personId", s.expires_at as "expiresAt",
            json_build_object('id', u.id, 'email', coalesce(p.email, ''),
                              'emailConfirmed', not coalesce(p.is_unconfirmed, false), 'name', coalesce(m.name, p.name),
                              'businessName', b.name, 'timeZone', u.time_zone, 'calendar', u.calendar, 'clock', u.clock) as "user",
            json_build_object('id', u.id, 'name', coalesce(b.name, u.name)) as account,
            json_build_object('id', m.id, 'role', m.role, 'branchId', m.branch_id) as member,
            json_build_object('enabled', f.enabled,
                              'enrollmentRequired', u.two_factor_required and p.id is not null and not f.enabled) as "twoFactor"
       from sessions s join users u on u.id = s.user_id left join businesses b on b.user_id = u.id
       join members m on m.id = coalesce(s.member_id, holder_of(s.user_id))
       left join users p on p.id = m.person_id
      cross join lateral (select exists (select from two_factors
                            where person_id = m.person_id and confirmed_at is not null) as enabled) f
      where s.id = $1 and s.ended_at is null and s.expires_at > now()`,
    [sessionId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { personId, ...view } = row;
  const own = await database.query<SessionView["accounts"][number]>(
    `select u.id, coalesce(b.name, u.name) as name, m.role from ${ownMemberships} order by lower(coalesce(b.name, u.name)), u.id`,
    [personId],
  );
  return { ...view, accounts: own.rows };
}
