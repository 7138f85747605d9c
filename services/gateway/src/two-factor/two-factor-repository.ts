import type { Queryable } from "@receipts/database";
import type { SecretBox } from "@receipts/webhooks";
import { secretContext } from "./totp.ts";

export interface StoredSecret {
  readonly ciphertext: Buffer;
}

/** Stores a secret that waits for its first code. Returns false if two-factor sign-in is on already. */
export async function startTwoFactor(
  database: Queryable,
  personId: string,
  ciphertext: Buffer,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into two_factors (person_id, ciphertext) values ($1, $2)
     on conflict (person_id) do update set ciphertext = excluded.ciphertext, created_at = now_ms()
        where two_factors.confirmed_at is null`,
    [personId, ciphertext],
  );
  return rowCount === 1;
}

/**
 * Reseals the secrets of up to `limit` people with the current key. Returns their number: 0 means that the previous keys
 * can be removed.
 */
export async function resealTwoFactors(
  { database, secretBox }: { readonly database: Queryable; readonly secretBox: SecretBox },
  limit: number,
): Promise<number> {
  const { rows } = await database.query<StoredSecret & { readonly personId: string }>(
    `select person_id as "personId", ciphertext from two_factors
      where not starts_with(encode(ciphertext, 'hex'), $1) order by person_id limit $2`,
    [secretBox.prefix.toString("hex"), limit],
  );
  let resealed = 0;
  for (const { personId, ciphertext } of rows) {
    const context = secretContext(personId);
    const { rowCount } = await database.query(
      "update two_factors set ciphertext = $3 where person_id = $1 and ciphertext = $2",
      [personId, ciphertext, secretBox.seal(secretBox.open(ciphertext, context), context)],
    );
    resealed += rowCount ?? 0;
  }
  return resealed;
}

export async function hasTwoFactor(database: Queryable, personId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "select from two_factors where person_id = $1 and confirmed_at is not null",
    [personId],
  );
  return rowCount === 1;
}

/** Minutes in which a new secret must get its first code. */
const SETUP_MINUTES = 15;

/**
 * Counts an attempt before the code is compared, so that concurrent guesses cannot outrun the count. From the fifth
 * failure on, each wait is twice as long, up to a day. Three codes of a million are right at a time, so a guesser with
 * the password needs centuries. Undefined while locked, or without a secret in this state.
 */
export async function countCodeAttempt(
  database: Queryable,
  personId: string,
  state: "confirmed" | "pending",
): Promise<StoredSecret | undefined> {
  const { rows } = await database.query<StoredSecret>(
    `update two_factors
        set failures = least(failures + 1, 100),
            locked_until = case when failures >= 4
              then now() + least(interval '1 min' * power(2, least(failures, 20) - 4), interval '1 day') end
      where person_id = $1 and (locked_until is null or locked_until <= now())
        and case when $2 = 'confirmed' then confirmed_at is not null
                 else confirmed_at is null and created_at > now() - make_interval(mins => $3) end
      returning ciphertext`,
    [personId, state, SETUP_MINUTES],
  );
  return rows[0];
}

/** Returns the seconds until the next attempt; undefined if the secret is not locked. */
export async function lockedSeconds(database: Queryable, personId: string): Promise<number | undefined> {
  const { rows } = await database.query<{ seconds: number }>(
    `select ceil(extract(epoch from locked_until - now()))::int as seconds from two_factors
      where person_id = $1 and locked_until > now()`,
    [personId],
  );
  return rows[0]?.seconds;
}

/** Returns false if a code of this step or a later one was accepted before, also by another process. */
export async function useStep(database: Queryable, personId: string, step: number): Promise<boolean> {
  const { rowCount } = await database.query(
    `update two_factors set last_step = $2, failures = 0, locked_until = null
      where person_id = $1 and last_step < $2 and confirmed_at is not null`,
    [personId, step],
  );
  return rowCount === 1;
}

/**
 * Switches it on with the first code. Returns false if it is on, or the secret was replaced meanwhile. A sign-in in
 * progress ends before: its session is open then, and can be ended.
 */
export async function confirmTwoFactor(
  database: Queryable,
  personId: string,
  { step, ciphertext }: StoredSecret & { readonly step: number },
): Promise<boolean> {
  await database.query("select from users where id = $1 for no key update", [personId]);
  const { rowCount } = await database.query(
    `update two_factors set confirmed_at = now_ms(), last_step = $2, failures = 0, locked_until = null
      where person_id = $1 and confirmed_at is null and ciphertext = $3`,
    [personId, step, ciphertext],
  );
  return rowCount === 1;
}

/** Removes the secret and the recovery codes. Returns whether two-factor sign-in was on. */
export async function deleteTwoFactor(database: Queryable, personId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "delete from two_factors where person_id = $1 and confirmed_at is not null",
    [personId],
  );
  return rowCount === 1;
}

export async function replaceRecoveryCodes(
  database: Queryable,
  personId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await database.query("delete from recovery_codes where person_id = $1", [personId]);
  await database.query("insert into recovery_codes (person_id, code_hash) select $1, unnest($2::bytea[])", [
    personId,
    hashes,
  ]);
}

/** Of concurrent uses one succeeds. */
export async function useRecoveryCode(database: Queryable, personId: string, hash: Buffer): Promise<boolean> {
  const { rowCount } = await database.query(
    `update recovery_codes set used_at = now()
      where person_id = $1 and code_hash = $2 and used_at is null`,
    [personId, hash],
  );
  return rowCount === 1;
}
