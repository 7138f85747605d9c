import type { PeriodQuery } from "@receipts/contracts";
import { invalidPayload } from "./api-problem.ts";
import { addDays, dateIn, nextDate, startOfDate } from "./time-zone.ts";

const DAY_MS = 86_400_000;
/** The most that a zone's clocks change by. */
const CLOCK_CHANGE_MS = 3_600_000;

/** The day after the last of these has a year that our times cannot write. */
const END_OF_YEARS = Date.UTC(9_999, 0);

export interface Period {
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
  /** Of the days. Default: UTC. */
  readonly timeZone?: string;
}

/** Reads the requested period. A date as `endDate` includes that day; times compare as they are. */
export function periodOf(query: PeriodQuery): { from: Date | undefined; before: Date | undefined } {
  const { startDate, endDate, timeZone = "UTC" } = query;
  const from = startDate === undefined ? undefined : startOf(startDate, timeZone);
  const before = endDate === undefined ? undefined : endOf(endDate, timeZone);
  if (from !== undefined && before !== undefined && from >= before) {
    throw invalidPayload([{ field: "endDate", message: "must not be before startDate" }]);
  }
  return { from, before };
}

/** Reads a period with both ends; default: `defaultDays` until today, today included. */
export function boundedPeriodOf(
  query: PeriodQuery,
  options: { readonly now: Date; readonly defaultDays: number; readonly maxDays: number },
): Period {
  const { timeZone = "UTC" } = query;
  const requested = periodOf(query);
  const before = requested.before ?? startOfDate(nextDate(dateIn(options.now, timeZone)), timeZone);
  const from = requested.from ?? addDays(before, -options.defaultDays, timeZone);
  if (from >= before) {
    throw invalidPayload([{ field: "startDate", message: "must not be after today without an endDate" }]);
  }
  if (before.getTime() > END_OF_YEARS)
    throw invalidPayload([{ field: "endDate", message: "must be in the year 9998 or earlier" }]);
  const longest = options.maxDays * DAY_MS + (timeZone === "UTC" ? 0 : CLOCK_CHANGE_MS);
  if (before.getTime() - from.getTime() > longest) {
    throw invalidPayload([
      { field: "startDate", message: `must be at most ${options.maxDays} days before endDate` },
    ]);
  }
  return { from, before, timeZone };
}

export interface Day {
  /** As `2026-01-31`. */
  readonly date: string;
  readonly startsAt: Date;
}

/** Every day of the period, also those that it contains in part. */
export function daysOf({ from, before, timeZone = "UTC" }: Period): Day[] {
  const days: Day[] = [];
  for (let date = dateIn(from, timeZone); ; date = nextDate(date)) {
    const startsAt = startOfDate(date, timeZone);
    if (startsAt >= before) return days;
    days.push({ date, startsAt });
  }
}

const isDate = (text: string) => text.length === "2026-01-31".length;

const startOf = (text: string, timeZone: string) =>
  isDate(text) ? startOfDate(text, timeZone) : new Date(text);

/** The end is exclusive: a day ends where the next begins; a time includes its own millisecond. */
function endOf(text: string, timeZone: string): Date {
  return isDate(text) ? startOfDate(nextDate(text), timeZone) : new Date(new Date(text).getTime() + 1);
}
