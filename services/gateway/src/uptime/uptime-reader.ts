import {
  type BankAvailability,
  type BankCode,
  type BankHistory,
  type BankOverview,
  type BankStatus,
  bankCodes,
  bankTitle,
  uptimeDays,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { shareReading } from "@receipts/service-kit";
import type { RelayCounts, RelayCountsStore } from "@receipts/verdicts";
import {
  type Attempts,
  type BankCondition,
  type DayOfAttempts,
  type Incident,
  readConditions,
  readDays,
  readIncidents,
  readLastDay,
  readToday,
} from "./uptime-repository.ts";

/** All banks of the API in its order. Unsupported banks are unknown. */
export interface UptimeReader {
  status(): Promise<BankStatus[]>;
  overview(): Promise<BankOverview[]>;
  history(): Promise<BankHistory[]>;
}

export type ReadRelays = RelayCountsStore["read"];

/** The public routes have no key to limit by, so this limits the database queries. */
const FRESH_FOR_MS = 1_000;

export function createUptimeReader(
  database: Queryable,
  readRelays: ReadRelays = async () => undefined,
): UptimeReader {
  const conditions = shareReading(FRESH_FOR_MS, () => readConditions(database));
  const relays = shareReading(FRESH_FOR_MS, async () => {
    const counts = await Promise.all(bankCodes.map(async (bank) => [bank, await readRelays(bank)] as const));
    return new Map(counts);
  });
  const history = shareReading(FRESH_FOR_MS, async () => {
    const [today, now, counts, lastDay, days, incidents] = await Promise.all([
      readToday(database),
      conditions(),
      relays(),
      readLastDay(database),
      readDays(database),
      readIncidents(database),
    ]);
    const dates = lastDates(today);
    return bankCodes.map((bank) =>
      bankHistory(bank, { now, relays: counts, lastDay, days, incidents, dates }),
    );
  });
  return {
    status: async () => {
      const [now, counts] = await Promise.all([conditions(), relays()]);
      return bankCodes.map((bank) => bankStatus(bank, now, counts));
    },
    overview: async () => (await history()).map(({ days: _days, incidents: _incidents, ...bank }) => bank),
    history,
  };
}

function bankStatus(
  bank: BankCode,
  conditions: readonly BankCondition[],
  relays: ReadonlyMap<BankCode, RelayCounts | undefined>,
): BankStatus {
  const condition = conditions.find((row) => row.bank === bank);
  return {
    bank,
    name: bankTitle(bank),
    state: condition?.state ?? "unknown",
    since: condition?.since.toISOString() ?? null,
    relays: relays.get(bank) ?? null,
    dailyProbe: dailyProbeOf(condition),
  };
}

function dailyProbeOf(condition: BankCondition | undefined): BankStatus["dailyProbe"] {
  const { probedAt = null, probeOutcome = null } = condition ?? {};
  return probedAt === null || probeOutcome === null
    ? null
    : { at: probedAt.toISOString(), outcome: probeOutcome };
}

interface Read {
  readonly now: readonly BankCondition[];
  readonly relays: ReadonlyMap<BankCode, RelayCounts | undefined>;
  readonly lastDay: readonly (Attempts & { readonly bank: BankCode })[];
  readonly days: readonly DayOfAttempts[];
  readonly incidents: readonly Incident[];
  /** Oldest first. */
  readonly dates: readonly string[];
}

function bankHistory(bank: BankCode, read: Read): BankHistory {
  const byDate = new Map(
    read.days.filter((day) => day.bank === bank).map((day): [string, Attempts] => [day.date, day]),
  );
  const days = read.dates.map((date) => byDate.get(date));
  const ofLast = (count: number) => availabilityOf(days.slice(-count));
  const availability: BankAvailability = {
    "24h": availabilityOf(read.lastDay.filter((row) => row.bank === bank)),
    "7d": ofLast(7),
    "30d": ofLast(30),
    "90d": ofLast(90),
  };
  return {
    ...bankStatus(bank, read.now, read.relays),
    availability,
    days: read.dates.map((date, index) => ({ date, availability: availabilityOf([days[index]]) })),
    incidents: read.incidents
      .filter((incident) => incident.bank === bank)
      .map(({ openedAt, closedAt }) => ({
        startedAt: openedAt.toISOString(),
        endedAt: closedAt?.toISOString() ?? null,
      })),
  };
}

/** Rounded down, so that 1 means no failure at all. */
function availabilityOf(parts: readonly (Attempts | undefined)[]): number | null {
  const sum = (of: (part: Attempts) => number) =>
    parts.reduce((total, part) => total + (part === undefined ? 0 : of(part)), 0);
  const answered = sum((part) => part.answered);
  const attempts = answered + sum((part) => part.unavailable);
  return attempts === 0 ? null : Math.floor((answered * 10_000) / attempts) / 10_000;
}

const DAY_MS = 86_400_000;

/** The last 90 dates (UTC) up to today. */
function lastDates(today: string): string[] {
  return Array.from({ length: uptimeDays }, (_, index) => {
    const day = new Date(Date.parse(today) - (uptimeDays - 1 - index) * DAY_MS);
    return day.toISOString().slice(0, today.length);
  });
}
