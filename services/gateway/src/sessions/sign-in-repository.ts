import type { PoolClient, Queryable } from "@receipts/database";
import { ownMemberships } from "./session-view.ts";

/** A person who can sign in: a row of `users`, which is also the account that the person holds. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string | null;
}

const person = `select u.id, u.email, u.password_hash as "passwordHash" from users u
                 where u.erased_at is null and u.disabled_at is null`;

export interface Membership {
  readonly userId: string;
  readonly memberId: string;
}

/** Where the person starts: in the account that was used last, else in the own one, else in the newest. */
export async function findFirstMembership(
  database: Queryable,
  personId: string,
): Promise<Membership | undefined> {
  const { rows } = await database.query<Membership>(
    `select u.id as "userId", m.id as "memberId" from ${ownMemberships}
      order by u.id is not distinct from (select last_account_id from users where id = $1) desc, u.id = $1 desc,
               m.created_at desc, m.id limit 1`,
    [personId],
  );
  return rows[0];
}

/** The account in which the person of the email starts. */
export async function findFirstAccount(database: Queryable, email: string): Promise<string | undefined> {
  const found = await findPersonByEmail(database, email);
  return found === undefined ? undefined : (await findFirstMembership(database, found.id))?.userId;
}

/** Undefined unless the person belongs to the account. */
export async function findMembership(
  database: Queryable,
  personId: string,
  userId: string,
): Promise<Membership | undefined> {
  const { rows } = await database.query<Membership>(
    `select u.id as "userId", m.id as "memberId" from ${ownMemberships} and u.id = $2`,
    [personId, userId],
  );
  return rows[0];
}

export async function rememberAccount(database: Queryable, personId: string, userId: string): Promise<void> {
  await database.query("update users set last_account_id = $2 where id = $1", [personId, userId]);
}

/**
 * Lets no other transaction open or end sessions of the person until the commit. Otherwise one that opens as all others
 * end would stay. Comes before the lock of an account.
 */
export async function lockPerson(client: PoolClient, personId: string): Promise<void> {
  await client.query({
    name: "lock_person",
    text: "select from users where id = $1 for no key update",
    values: [personId],
  });
}

export async function findPersonByEmail(database: Queryable, email: string): Promise<Person | undefined> {
  const { rows } = await database.query<Person>(`${person} and lower(u.email) = lower($1)`, [email]);
  return rows[0];
}

export async function findPerson(database: Queryable, id: string): Promise<Person | undefined> {
  const { rows } = await database.query<Person>(`${person} and u.id = $1`, [id]);
  return rows[0];
}

/**
 * Whether the checked password is still current; locks it until the transaction ends. A session opened during a change
 * of the password is either opened before it, and ended with the others, or not at all.
 */
export async function lockPassword(database: Queryable, { id, passwordHash }: Person): Promise<boolean> {
  const { rowCount } = await database.query(
    "select 1 from users where id = $1 and password_hash = $2 and disabled_at is null and erased_at is null for share",
    [id, passwordHash],
  );
  return rowCount === 1;
}

/** Returns false if the password is no longer the one that was checked. */
export async function replacePassword(
  database: Queryable,
  { id, passwordHash }: Person,
  newHash: string,
): Promise<boolean> {
  const { rowCount } = await database.query(
    "update users set password_hash = $3, password_changed_at = now() where id = $1 and password_hash = $2",
    [id, passwordHash, newHash],
  );
  if (rowCount !== 1) return false;
  await endPasswordResets(database, id);
  return true;
}

/** Sets a password for an operator or a link, without a check of the previous one. */
export async function setPassword(database: Queryable, userId: string, newHash: string): Promise<void> {
  await database.query("update users set password_hash = $2, password_changed_at = now() where id = $1", [
    userId,
    newHash,
  ]);
  await endPasswordResets(database, userId);
}

/** A link that was mailed before must not undo a later decision of its owner. */
async function endPasswordResets(database: Queryable, userId: string): Promise<void> {
  await database.query("delete from password_resets where user_id = $1", [userId]);
}

/**
 * Opens a reset for the account of the email. Idempotent for a mail that is sent again. Returns false if the email has
 * no sign-in: no account, a closed one, or one without a password. The same if the password has changed since the mail
 * was requested: its link, used or not, is then worthless.
 */
export async function openPasswordReset(
  database: Queryable,
  mail: { readonly id: string; readonly email: string },
  tokenHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into password_resets (token_hash, user_id, expires_at)
     select $2, u.id, now() + make_interval(mins => $3) from users u join mails m on m.id = $4
      where lower(u.email) = lower($1) and u.password_hash is not null and u.disabled_at is null and u.erased_at is null
        and (u.password_changed_at is null or u.password_changed_at < m.created_at)
        -- Waits for a reset in progress, and then checks the password again.
        for share of u
     on conflict (token_hash) do update set expires_at = excluded.expires_at`,
    [mail.email, tokenHash, RESET_MINUTES, mail.id],
  );
  return rowCount === 1;
}

const RESET_MINUTES = 30;

/**
 * Returns the account of the token; undefined if it was used or has expired. For concurrent uses see `tryLockAccount`.
 */
export async function findPasswordReset(
  database: Queryable,
  tokenHash: Buffer,
): Promise<{ readonly userId: string; readonly email: string } | undefined> {
  const { rows } = await database.query<{ userId: string; email: string }>(
    `select u.id as "userId", u.email from password_resets r join users u on u.id = r.user_id
      where r.token_hash = $1 and r.expires_at > now() and u.disabled_at is null and u.erased_at is null`,
    [tokenHash],
  );
  return rows[0];
}
