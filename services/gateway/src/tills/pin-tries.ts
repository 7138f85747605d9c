import { MAX_PIN_TRIES } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { type EnrolledTill, worksAt } from "./till-repository.ts";

export interface PinTry {
  readonly pinHash: string;
  /** Tries since the last right PIN, this one included. */
  readonly tries: number;
}

/**
 * Counts a try before the PIN is compared, so that no number of concurrent calls has more than five. Returns `locked`
 * if none is left, and `unknown` if this till has no such cashier.
 */
export async function takePinTry(
  database: Queryable,
  till: EnrolledTill,
  cashierId: string,
): Promise<PinTry | "locked" | "unknown"> {
  const { rows } = await database.query<{ isKnown: boolean; pinHash: string | null; tries: number | null }>({
    name: "take_pin_try",
    text: `with known as (
             select m.id from members m join tills t on t.id = $3 and t.user_id = m.user_id
              where m.id = $1 and m.user_id = $2 and m.role = 'cashier' and m.removed_at is null
                and m.pin_hash is not null and ${worksAt}
           ), taken as (
             update members m set pin_failures = m.pin_failures + 1
               from known where m.id = known.id and m.removed_at is null and m.pin_failures < ${MAX_PIN_TRIES}
             returning m.pin_hash, m.pin_failures
           )
           select known.id is not null as "isKnown", taken.pin_hash as "pinHash", taken.pin_failures as tries
             from (select) always left join known on true left join taken on true`,
    values: [cashierId, till.userId, till.id],
  });
  const [{ isKnown, pinHash, tries } = { isKnown: false, pinHash: null, tries: null }] = rows;
  if (pinHash !== null && tries !== null) return { pinHash, tries };
  return isKnown ? "locked" : "unknown";
}

/** For a try whose PIN was never compared. */
export async function returnPinTry(database: Queryable, cashierId: string, pinHash: string): Promise<void> {
  await database.query(
    "update members set pin_failures = pin_failures - 1 where id = $1 and pin_hash = $2 and pin_failures > 0",
    [cashierId, pinHash],
  );
}

/**
 * Returns the name of the cashier; undefined if the PIN was replaced, or the cashier removed or moved to another branch
 * meanwhile.
 */
export async function forgetPinTries(
  database: Queryable,
  tillId: string,
  { cashierId, pinHash }: { readonly cashierId: string; readonly pinHash: string },
): Promise<string | undefined> {
  const { rows } = await database.query<{ name: string }>(
    `update members m set pin_failures = 0 from tills t
      where m.id = $1 and m.pin_hash = $2 and m.removed_at is null and t.id = $3 and t.user_id = m.user_id and ${worksAt}
     returning m.name`,
    [cashierId, pinHash, tillId],
  );
  return rows[0]?.name;
}

/** Wrong PINs in a row at a till before it has to wait. */
const FREE_TILL_TRIES = 10;

/**
 * Counts a try of any cashier at the till, before the PIN is compared. From the tenth wrong one on, each wait is twice
 * as long, up to 15 minutes: a stolen device cannot try five PINs of each cashier in a few minutes. Returns the seconds
 * to wait, 0 if the try counts.
 */
export async function takeTillTry(database: Queryable, tillId: string): Promise<number> {
  const { rows } = await database.query<{ seconds: number | null; isTaken: boolean }>({
    name: "take_till_try",
    text: `with taken as (
             update tills
                set pin_failures = least(pin_failures + 1, 100),
                    pin_locked_until = case when pin_failures + 1 >= ${FREE_TILL_TRIES}
                      then now() + least(interval '15 s' * power(2, least(pin_failures + 1 - ${FREE_TILL_TRIES}, 10)),
                                         interval '15 min') end
              where id = $1 and (pin_locked_until is null or pin_locked_until <= now())
             returning id
           )
           select exists (select from taken) as "isTaken",
                  ceil(extract(epoch from pin_locked_until - now()))::int as seconds
             from tills where id = $1`,
    values: [tillId],
  });
  const [{ isTaken, seconds } = { isTaken: false, seconds: null }] = rows;
  // A concurrent try may have locked the till after this statement began.
  return isTaken ? 0 : Math.max(seconds ?? 1, 1);
}

/** For a try whose PIN was never compared. */
export async function returnTillTry(database: Queryable, tillId: string): Promise<void> {
  await database.query(
    "update tills set pin_failures = pin_failures - 1, pin_locked_until = null where id = $1 and pin_failures > 0",
    [tillId],
  );
}

export async function forgetTillTries(database: Queryable, tillId: string): Promise<void> {
  await database.query(
    "update tills set pin_failures = 0, pin_locked_until = null where id = $1 and pin_failures > 0",
    [tillId],
  );
}
