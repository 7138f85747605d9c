import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

export interface OpenSession {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

const SESSION_HOURS = 12;

/** A new id every time: a value from before the sign-in is worthless after it. */
export async function openSession(database: Queryable, userId: string): Promise<OpenSession> {
  const { rows } = await database.query<OpenSession>(
    `insert into sessions (id, user_id, expires_at) values ($1, $2, now() + make_interval(hours => $3))
     returning id, user_id as "userId", expires_at as "expiresAt"`,
    [newId("session"), userId, SESSION_HOURS],
  );
  const [session] = rows;
  if (session === undefined) throw new Error("the insert returned no row");
  return session;
}

/** For a session `s` and its account `u`. */
const isOpen = `s.ended_at is null and s.expires_at > now()
              and u.erased_at is null and u.disabled_at is null`;

export async function findOpenSession(database: Queryable, id: string): Promise<OpenSession | undefined> {
  const { rows } = await database.query<OpenSession>({
    name: "find_open_session",
    text: `select s.id, s.user_id as "userId", s.expires_at as "expiresAt"
             from sessions s join users u on u.id = s.user_id
            where s.id = $1 and ${isOpen}`,
    values: [id],
  });
  return rows[0];
}

/** Returns the ids that `findOpenSession` would still find. */
export async function findOpenSessionIds(database: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: "find_open_session_ids",
    text: `select s.id from sessions s join users u on u.id = s.user_id where s.id = any($1) and ${isOpen}`,
    values: [ids],
  });
  return rows.map(({ id }) => id);
}

/** Returns whether it was open. */
export async function endSession(database: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "update sessions set ended_at = now() where id = $1 and ended_at is null",
    [id],
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
