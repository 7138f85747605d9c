import type { Queryable } from "@receipts/database";

/** A person as the session routes see them. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly businessName: string | null;
  readonly passwordHash: string | null;
}

const person = `select u.id, u.email, u.name, b.name as "businessName", u.password_hash as "passwordHash"
                  from users u left join businesses b on b.user_id = u.id
                 where u.erased_at is null and u.disabled_at is null`;

export async function findPersonByEmail(database: Queryable, email: string): Promise<Person | undefined> {
  const { rows } = await database.query<Person>(`${person} and lower(u.email) = lower($1)`, [email]);
  return rows[0];
}

export async function findPerson(database: Queryable, id: string): Promise<Person | undefined> {
  const { rows } = await database.query<Person>(`${person} and u.id = $1`, [id]);
  return rows[0];
}

/**
 * Whether the password that was checked still counts, and it will until the transaction ends: a session that is opened
 * while the password changes is opened before, and ended with the others, or not at all.
 */
export async function holdPassword(database: Queryable, { id, passwordHash }: Person): Promise<boolean> {
  const { rowCount } = await database.query(
    "select 1 from users where id = $1 and password_hash = $2 and disabled_at is null and erased_at is null for share",
    [id, passwordHash],
  );
  return rowCount === 1;
}

/** False when the password is no longer the one that was checked. */
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

/** By an operator or by a link, whatever it was before. */
export async function setPassword(database: Queryable, userId: string, newHash: string): Promise<void> {
  await database.query("update users set password_hash = $2, password_changed_at = now() where id = $1", [
    userId,
    newHash,
  ]);
  await endPasswordResets(database, userId);
}

/** A link that was mailed before must not undo what its owner has decided since. */
async function endPasswordResets(database: Queryable, userId: string): Promise<void> {
  await database.query("delete from password_resets where user_id = $1", [userId]);
}

/**
 * Opens a reset for the account of the email; the same mail sent again opens the same one. False where nobody may sign in
 * with that email (no account, a closed one, or one that has no password), and where the password has been changed since
 * the mail was asked for: its link, used or not, is worth nothing then.
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
        -- A reset that is under way is waited for, and the password then looked at again.
        for share of u
     on conflict (token_hash) do update set expires_at = excluded.expires_at`,
    [mail.email, tokenHash, RESET_MINUTES, mail.id],
  );
  return rowCount === 1;
}

const RESET_MINUTES = 30;

/** Whose password the token resets; undefined once it has been used or has expired. Two at once: see `holdAccount`. */
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
