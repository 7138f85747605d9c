import type { Queryable } from "@receipts/database";

/**
 * The time before which a payment is old for this account now; null if none is. Only for receipts that people send: a
 * program says with `expect` what it wants.
 */
export async function findOldBefore(database: Queryable, userId: string): Promise<Date | null> {
  const { rows } = await database.query<{ oldBefore: Date | null }>({
    name: "find_old_before",
    // 18:00 of the day before is six hours before this day.
    text: `select case old_payments
                    when 'off' then null
                    when 'review_before_last_evening'
                      then (date_trunc('day', now() at time zone time_zone) - interval '6 hours') at time zone time_zone
                    else now() - make_interval(hours => old_payments::int) end as "oldBefore"
             from users where id = $1`,
    values: [userId],
  });
  return rows[0]?.oldBefore ?? null;
}
