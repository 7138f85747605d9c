import {
  type BankCode,
  type BankState,
  type DailyProbeOutcome,
  maxUptimeIncidents,
  uptimeDays,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { type BankHealth, judgedMinutes, type MinuteOfAttempts } from "./bank-state.ts";

export interface BankCondition {
  readonly bank: BankCode;
  readonly state: BankState;
  readonly since: Date;
  readonly probedAt: Date | null;
  readonly probeOutcome: DailyProbeOutcome | null;
}

/** The stored state, with the data that determines the current one. */
export interface ConditionWithHealth extends BankCondition {
  readonly health: BankHealth;
}

export interface Attempts {
  readonly answered: number;
  readonly unavailable: number;
}

export interface DayOfAttempts extends Attempts {
  readonly bank: BankCode;
  /** UTC. */
  readonly date: string;
}

export interface Incident {
  readonly bank: BankCode;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
}

/** A probe older than a day says nothing: a bank that is probed no more has no outcome, and no alert. */
export async function readConditions(database: Queryable): Promise<BankCondition[]> {
  const { rows } = await database.query<BankCondition>({
    name: "read_bank_conditions",
    text: `select bank, state, since,
                  case when daily_probed_at > now() - interval '26 hours' then daily_probed_at end as "probedAt",
                  daily_probe_outcome as "probeOutcome"
             from bank_conditions order by bank`,
  });
  return rows;
}

/** As text: JSON numbers cannot hold 63 bits. */
type MinuteRow = Omit<MinuteOfAttempts, "failingCallers"> & { readonly failingCallers: string };

export async function readConditionsWithHealth(database: Queryable): Promise<ConditionWithHealth[]> {
  const { rows } = await database.query<
    BankCondition & { readonly breakerOpen: boolean; readonly minutes: readonly MinuteRow[] | null }
  >({
    name: "read_bank_signs",
    text: `select c.bank, c.state, c.since,
                  case when c.daily_probed_at > now() - interval '26 hours' then c.daily_probed_at end as "probedAt",
                  c.daily_probe_outcome as "probeOutcome",
                  coalesce(c.breaker_opened_at > coalesce(c.responded_at, '-infinity'), false) as "breakerOpen",
                  (select json_agg(json_build_object(
                            'minutesAgo', extract(epoch from date_trunc('minute', now()) - b.starts_at)::int / 60,
                            'answered', b.answered, 'unavailable', b.unavailable,
                            'failingCallers', b.failed_requesters::text) order by b.starts_at desc)
                     from bank_attempts b
                    where b.span = 'minute' and b.bank = c.bank
                      and b.starts_at > date_trunc('minute', now()) - make_interval(mins => $1)) as minutes
             from bank_conditions c`,
    values: [judgedMinutes],
  });
  return rows.map(({ breakerOpen, minutes, ...condition }) => ({
    ...condition,
    health: {
      breakerOpen,
      minutes: (minutes ?? []).map((row) => ({ ...row, failingCallers: BigInt(row.failingCallers) })),
    },
  }));
}

/** Today's UTC date such as `2026-01-31`, by the database's clock, which all gateways share. */
export async function readToday(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ today: string }>(
    "select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today",
  );
  return rows[0]?.today ?? "";
}

/** Attempts of the last 24 started hours, summed by bank. */
export async function readLastDay(database: Queryable): Promise<(Attempts & { readonly bank: BankCode })[]> {
  const { rows } = await database.query<Attempts & { readonly bank: BankCode }>({
    name: "read_bank_hours",
    text: `select bank, sum(answered)::bigint as answered, sum(unavailable)::bigint as unavailable
             from bank_attempts where span = 'hour' and starts_at > now() - interval '24 hours' group by bank`,
  });
  return rows;
}

/** Exported so that tests can check its query plan. */
export const readDaysQuery = {
  name: "read_bank_days",
  text: `select bank, to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') as date, answered, unavailable
           from bank_attempts
          where span = 'day' and starts_at > date_trunc('day', now(), 'UTC') - make_interval(days => $1)`,
  values: [uptimeDays],
};

/** At most one row per day and bank, for 90 days up to today. */
export async function readDays(database: Queryable): Promise<DayOfAttempts[]> {
  const { rows } = await database.query<DayOfAttempts>(readDaysQuery);
  return rows;
}

/** The newest incidents of each bank that overlap the 90 days. */
export async function readIncidents(database: Queryable): Promise<Incident[]> {
  const { rows } = await database.query<Incident>({
    name: "read_bank_incidents",
    text: `select i.bank, i.opened_at as "openedAt", i.closed_at as "closedAt"
             from bank_conditions c, lateral (
               select * from bank_incidents
                where bank = c.bank
                  and coalesce(closed_at, 'infinity') > date_trunc('day', now(), 'UTC') - make_interval(days => $1 - 1)
                order by opened_at desc limit $2) i
            order by i.bank, i.opened_at desc`,
    values: [uptimeDays, maxUptimeIncidents],
  });
  return rows;
}

export async function changeState(database: Queryable, bank: BankCode, state: BankState): Promise<void> {
  await database.query("update bank_conditions set state = $2, since = now_ms() where bank = $1", [
    bank,
    state,
  ]);
}

/** Returns false if an incident is already open. */
export async function openIncident(database: Queryable, bank: BankCode): Promise<boolean> {
  const { rowCount } = await database.query(
    "insert into bank_incidents (bank) values ($1) on conflict do nothing",
    [bank],
  );
  return rowCount === 1;
}

export async function closeIncident(database: Queryable, bank: BankCode): Promise<void> {
  await database.query(
    "update bank_incidents set closed_at = now_ms() where bank = $1 and closed_at is null",
    [bank],
  );
}
