import { ReceiptUnreadable } from "./bank-failure.ts";

/** East Africa Time: UTC+3, without daylight saving since the zone began. */
const addisOffsetMs = 3 * 3_600_000;
const dayMs = 86_400_000;

export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour?: number | undefined;
  readonly minute?: number | undefined;
  readonly second?: number | undefined;
}

/** The instant of a wall-clock time in Addis Ababa; undefined if the day or time does not exist. */
export function addisInstant(local: LocalTime): Date | undefined {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = local;
  const epochDay = epochDayOf(year, month, day);
  if (epochDay === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  return new Date(epochDay * dayMs + ((hour * 60 + minute) * 60 + second) * 1_000 - addisOffsetMs);
}

/** Days since 1970-01-01; undefined for a day that does not exist. */
export function epochDayOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() / dayMs : undefined;
}

/** The calendar day in Addis Ababa, as days since 1970-01-01. */
export function addisEpochDay(instant: Date): number {
  return Math.floor((instant.getTime() + addisOffsetMs) / dayMs);
}

/** The groups of a pattern as numbers, 0 for an unmatched group; empty if the text does not match. */
export function numberGroups(pattern: RegExp, text: string): readonly number[] {
  const [, ...groups] = pattern.exec(text) ?? [];
  return groups.map((group: string | undefined) => Number(group ?? "0"));
}

/**
 * Parses a time such as `2026-03-02 11:53:04`. The pattern captures year, month and day, and optionally hour, minute
 * and second.
 */
export function addisInstantOf(pattern: RegExp, text: string): Date | undefined {
  const [year = 0, month = 0, day = 0, hour, minute, second] = numberGroups(pattern, text);
  return addisInstant({ year, month, day, hour, minute, second });
}

/** As `addisInstantOf`, for the value of a label. Throws `ReceiptUnreadable`. */
export function readAddisDate(label: string, pattern: RegExp, text: string): Date {
  const instant = addisInstantOf(pattern, text);
  if (instant === undefined) throw new ReceiptUnreadable(`the ${label} is not a date`);
  return instant;
}

const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const weekdayNames = "Sun Mon Tue Wed Thu Fri Sat".split(" ");

/** 1 for `Jan`; undefined for anything else. */
export function monthNumber(name: string): number | undefined {
  const index = monthNames.indexOf(name);
  return index < 0 ? undefined : index + 1;
}

/** 1970-01-01 was a Thursday. */
export function weekdayName(epochDay: number): string | undefined {
  return weekdayNames[(epochDay + 4) % 7];
}
