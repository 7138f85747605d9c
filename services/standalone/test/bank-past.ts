import type { BankCode } from "@receipts/contracts";
import { until } from "@receipts/testing";
import type { System } from "./system.ts";

/** Recorded attempts at one bank. */
export interface BankPast {
  /**
   * Attempts of several accounts in the minutes that decide the state, and in the next ten, so that it lasts for a
   * suite.
   */
  readonly now?: readonly [answered: number, unavailable: number];
  /** Attempts of the days before today, newest first; null for a day without attempts. */
  readonly days?: readonly (readonly [answered: number, unavailable: number] | null)[];
  /** Number of incidents of 45 minutes each, a day apart. */
  readonly incidents?: number;
}

/** Records past attempts for banks, and waits until the gateway has derived their state. */
export async function insertBankPast(
  system: System,
  past: Partial<Record<BankCode, BankPast>>,
): Promise<void> {
  const banks = Object.entries(past);
  for (const [bank, { now, days = [], incidents = 0 }] of banks) {
    await system.sql("insert into bank_conditions (bank) values ($1) on conflict do nothing", bank);
    await system.sql(
      `insert into bank_attempts (bank, span, starts_at, answered, unavailable)
       select $1, 'day', date_trunc('day', now(), 'UTC') - make_interval(days => day::int), answered, unavailable
         from unnest($2::int[], $3::int[]) with ordinality as counts(answered, unavailable, day)
        where answered is not null`,
      bank,
      days.map((counts) => counts?.[0] ?? null),
      days.map((counts) => counts?.[1] ?? null),
    );
    await system.sql(
      `insert into bank_incidents (bank, opened_at, closed_at)
       select $1, now_ms() - make_interval(days => n), now_ms() - make_interval(days => n) + interval '45 minutes'
         from generate_series(1, $2::int) n`,
      bank,
      incidents,
    );
    if (now === undefined) continue;
    await system.sql(
      `insert into bank_attempts (bank, span, starts_at, answered, unavailable, failed_requesters)
       select $1, span, starts_at, $2, $3::bigint, case when $3::bigint > 0 then 7 else 0 end
         from (select 'minute' as span, date_trunc('minute', now(), 'UTC') + make_interval(mins => n) as starts_at
                 from generate_series(-4, 10) n
               union all select s, date_trunc(s, now(), 'UTC') from unnest('{hour,day}'::text[]) s) t`,
      bank,
      ...now,
    );
  }
  const judged = banks.flatMap(([bank, { now }]) => (now === undefined ? [] : [bank]));
  await until(async () => {
    const unknown = await system.sql(
      "select from bank_conditions where bank = any($1) and state = 'unknown'",
      judged,
    );
    return unknown.length === 0;
  });
}
