import type { PeriodQuery } from "@receipts/contracts";
import { invalidPayload } from "./api-problem.ts";

const DAY_MS = 86_400_000;

export interface Period {
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
}

/** Reads the requested period. A date as `endDate` includes that day; times compare as they are. */
export function periodOf(query: PeriodQuery): { from: Date | undefined; before: Date | undefined } {
  const from = query.startDate === undefined ? undefined : new Date(query.startDate);
  const before = query.endDate === undefined ? undefined : endOf(query.endDate);
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
  const requested = periodOf(query);
  const before = requested.before ?? startOfDay(new Date(options.now.getTime() + DAY_MS));
  const from = requested.from ?? new Date(before.getTime() - options.defaultDays * DAY_MS);
  if (from >= before) {
    throw invalidPayload([{ field: "startDate", message: "must not be after today without an endDate" }]);
  }
  if (before.getTime() - from.getTime() > options.maxDays * DAY_MS) {
    throw invalidPayload([
      { field: "startDate", message: `must be at most ${options.maxDays} days before endDate` },
    ]);
  }
  return { from, before };
}

/** Every UTC day of the period, as `2026-01-31`. */
export function daysOf({ from, before }: Period): string[] {
  const days: string[] = [];
  for (let day = startOfDay(from); day < before; day = new Date(day.getTime() + DAY_MS)) {
    days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}

function endOf(text: string): Date {
  const moment = new Date(text);
  const isDate = text.length === "2026-01-31".length;
  // The end is exclusive: a day ends where the next begins; a time includes its own millisecond.
  return new Date(moment.getTime() + (isDate ? DAY_MS : 1));
}
