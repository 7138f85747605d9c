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
  return rowCount === 1;
}

/** By an operator, whatever it was before. */
export async function setPassword(database: Queryable, userId: string, newHash: string): Promise<void> {
  await database.query("update users set password_hash = $2, password_changed_at = now() where id = $1", [
    userId,
    newHash,
  ]);
}
