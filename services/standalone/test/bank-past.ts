import type { BankCode } from "@receipts/contracts";
import { until } from "@receipts/testing";
import type { System } from "./system.ts";

/** What became of the attempts of one bank. */
export interface BankPast {
  /** Of several askers, in the minutes that are judged now and the next ten, so that the state stays while a suite lasts. */
  readonly now?: readonly [answered: number, unavailable: number];
  /** Of the days before today, the newest first; null for a day on which nobody asked. */
  readonly days?: readonly (readonly [answered: number, unavailable: number] | null)[];
  /** How many incidents there were, each of 45 minutes, a day apart. */
  readonly incidents?: number;
}

/** Gives banks a past and a state, as if they had been asked; waits until the state is judged. */
export async function givePast(system: System, past: Partial<Record<BankCode, BankPast>>): Promise<void> {
  for (const [bank, { now, days = [], incidents = 0 }] of Object.entries(past)) {
    const sql = (text: string, values: readonly unknown[] = []) =>
      system.database.pool.query(text, [bank, ...values]);
    await sql("insert into bank_conditions (bank) values ($1) on conflict do nothing");
    for (const [index, counts] of days.entries()) {
      if (counts === null) continue;
      await sql(
        `insert into bank_attempts (bank, span, starts_at, answered, unavailable)
         values ($1, 'day', date_trunc('day', now(), 'UTC') - make_interval(days => $2), $3, $4)`,
        [index + 1, ...counts],
      );
    }
    await sql(
      `insert into bank_incidents (bank, opened_at, closed_at)
       select $1, now_ms() - make_interval(days => n), now_ms() - make_interval(days => n) + interval '45 minutes'
         from generate_series(1, $2::int) n`,
      [incidents],
    );
    if (now === undefined) continue;
    await sql(
      `insert into bank_attempts (bank, span, starts_at, answered, unavailable, askers_in_vain)
       select $1, span, starts_at, $2, $3::bigint, case when $3::bigint > 0 then 7 else 0 end
         from (select 'minute' as span, date_trunc('minute', now(), 'UTC') + make_interval(mins => n) as starts_at
                 from generate_series(-4, 10) n
               union all select s, date_trunc(s, now(), 'UTC') from unnest('{hour,day}'::text[]) s) t`,
      now,
    );
    await until(async () => {
      const { rows } = await sql("select state from bank_conditions where bank = $1");
      return rows[0]?.state !== "unknown";
    });
  }
}
