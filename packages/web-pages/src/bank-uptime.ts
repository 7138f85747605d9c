import type { BankHistory, BankState, uptimeDays } from "@receipts/contracts";
import { both, counted, type Texts } from "./texts.ts";

/** Availability of a day: `good` nearly all, `faults` at least half, `down` less than half, `unasked` no data. */
export const dayLevels = ["good", "faults", "down", "unasked"] as const;
export type DayLevel = (typeof dayLevels)[number];

/** One call in a hundred fails on any line. More failures are noticeable. */
export const GOOD_SHARE = 0.99;
const DOWN_SHARE = 0.5;

export function levelOf(availability: number | null): DayLevel {
  if (availability === null) return "unasked";
  if (availability >= GOOD_SHARE) return "good";
  return availability < DOWN_SHARE ? "down" : "faults";
}

export function countLevels(days: BankHistory["days"]): Readonly<Record<DayLevel, number>> {
  const counts = { good: 0, faults: 0, down: 0, unasked: 0 };
  for (const { availability } of days) counts[levelOf(availability)] += 1;
  return counts;
}

/** Browsers have no values of the contracts; the type keeps both numbers the same. */
const DAYS: typeof uptimeDays = 90;

/** How banks respond, on the public page and in the dashboard. */
export const bankUptimeTexts = {
  states: {
    operational: both("Operational", "መልስ ይሰጣል"),
    degraded: both("Degraded", "መልስ የሚሰጠው በችግር ነው"),
    down: both("Down", "መልስ አይሰጥም"),
    unknown: both("Unknown", "አይታወቅም"),
  } satisfies Record<BankState, Texts<string>>,
  noDataYet: both("No data yet.", "እስካሁን ተጠይቆ አያውቅም።"),
  availability: both("Availability", "መልስ ያገኙ"),
  spans: {
    "24h": both("24 hours", "24 ሰዓት"),
    "7d": both("7 days", "7 ቀን"),
    "30d": both("30 days", "30 ቀን"),
    "90d": both("90 days", "90 ቀን"),
  },
  noData: both("no data", "አልተጠየቀም"),
  daysSummary: both(
    ({ good, faults, down, unasked }: Readonly<Record<DayLevel, number>>) =>
      `The last ${DAYS} days: ${[
        counted(good, "good day"),
        ...(faults > 0 ? [counted(faults, "day with errors", "days with errors")] : []),
        ...(down > 0 ? [counted(down, "day mostly down", "days mostly down")] : []),
        ...(unasked > 0 ? [counted(unasked, "day without data", "days without data")] : []),
      ].join(", ")}`,
    ({ good, faults, down, unasked }) =>
      `ያለፉት ${DAYS} ቀናት፦ ${[
        `${good} ጥሩ ቀን`,
        ...(faults > 0 ? [`${faults} ችግር የነበረበት ቀን`] : []),
        ...(down > 0 ? [`${down} በአብዛኛው መልስ ያልተገኘበት ቀን`] : []),
        ...(unasked > 0 ? [`${unasked} ያልተጠየቀበት ቀን`] : []),
      ].join("፣ ")}`,
  ),
  oldestDay: both(`${DAYS} days ago`, `ከ${DAYS} ቀን በፊት`),
  newestDay: both("today", "ዛሬ"),
  levels: {
    good: both("99 % or more available", "99 % ወይም ከዚያ በላይ መልስ ያገኘበት"),
    faults: both("less than 99 % available", "ከ99 % በታች መልስ ያገኘበት"),
    down: both("less than half available", "ከግማሽ በታች መልስ ያገኘበት"),
    unasked: both("no data", "ያልተጠየቀበት"),
  } satisfies Record<DayLevel, Texts<string>>,
  incidents: both(
    (count: number) => `Incidents: ${count}`,
    (count) => `የአገልግሎት መቋረጦች፦ ${count}`,
  ),
  noIncidents: both(`No incidents in ${DAYS} days.`, `ባለፉት ${DAYS} ቀናት የአገልግሎት መቋረጥ አልነበረም።`),
};
