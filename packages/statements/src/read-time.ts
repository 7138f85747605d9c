import type { DateOrder } from "@receipts/contracts";
import type { Cell } from "./table-row.ts";

const DAY_MS = 86_400_000;
/** Days from 1899-12-30, with which spreadsheets count, to 1970-01-01. */
const SPREADSHEET_EPOCH_DAY = 25_569;
const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

export interface ClockTime {
  /** The time of the clocks, as if it were UTC. */
  readonly clockMs: number;
  readonly hasClock: boolean;
}

const dateForm = /^(\d+|[a-z]+)[\s./-]{1,2}(\d+|[a-z]+)[\s.,/-]{1,2}(\d+)(?:[\sT,](.*))?$/i;
const clockForm = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(?:\s?([ap])\.?m\.?)?$/i;

/** Undefined if the cells are no day and time between 2000 and 2099. */
export function readTime(cell: Cell, clock: Cell, order: DateOrder): ClockTime | undefined {
  const read = typeof cell === "string" ? ofText(cell.trim(), order) : ofValue(cell);
  if (read === undefined || clock === null || clock === "") return inRange(read);
  const ofClock = typeof clock === "string" ? clockOf(clock.trim()) : timeOfDay(clock);
  return ofClock === undefined || read.hasClock
    ? undefined
    : inRange({ clockMs: read.clockMs + ofClock, hasClock: true });
}

function inRange(read: ClockTime | undefined): ClockTime | undefined {
  const year = read === undefined ? 0 : new Date(read.clockMs).getUTCFullYear();
  return year >= 2000 && year <= 2099 ? read : undefined;
}

/** A spreadsheet has no other mark of a day than its midnight. */
function ofValue(cell: Exclude<Cell, string>): ClockTime | undefined {
  if (cell === null) return undefined;
  const clockMs =
    typeof cell === "number"
      ? Math.round((cell - SPREADSHEET_EPOCH_DAY) * (DAY_MS / 1_000)) * 1_000
      : Math.round(cell.getTime() / 1_000) * 1_000;
  return Number.isFinite(clockMs) ? { clockMs, hasClock: clockMs % DAY_MS !== 0 } : undefined;
}

function timeOfDay(clock: number | Date): number {
  const ms = typeof clock === "number" ? (clock % 1) * DAY_MS : clock.getTime();
  return Math.round((((ms % DAY_MS) + DAY_MS) % DAY_MS) / 1_000) * 1_000;
}

function ofText(text: string, order: DateOrder): ClockTime | undefined {
  const [, first, second, third, rest] = dateForm.exec(text) ?? [];
  if (first === undefined || second === undefined || third === undefined) return undefined;
  if (!isPart(first, 4) || !isPart(second, 2) || third.length > 4) return undefined;
  const day = dayOf([first, second, third], order);
  if (day === undefined) return undefined;
  if (rest === undefined) return { clockMs: day, hasClock: false };
  const clock = clockOf(rest.replace(/Z$/, "").trim());
  return clock === undefined ? undefined : { clockMs: day + clock, hasClock: true };
}

/** A number, or the name of a month. */
function isPart(text: string, mostDigits: number): boolean {
  return /^\d/.test(text) ? text.length <= mostDigits : text.length >= 3 && text.length <= 9;
}

function clockOf(text: string): number | undefined {
  const [, hours, minutes = "", seconds = "0", half] = clockForm.exec(text) ?? [];
  if (hours === undefined) return undefined;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}

function dayOf(parts: readonly [string, string, string], order: DateOrder): number | undefined {
  const named = parts.findIndex((part) => monthOf(part) !== undefined);
  const [first, second, third] = parts;
  const ethiopian = parts.map(ethiopianMonthOf);
  const month13 = ethiopian.find((month) => month !== undefined);
  if (month13 !== undefined) {
    const day = ethiopian[0] === undefined ? first : second;
    return ethiopianDay(Number(third), month13, Number(day));
  }
  // `2026-03-02`, `Mar 2, 2026` and `2-Mar-2026` have one reading each.
  const found = first.length === 4 ? "ymd" : named === 0 ? "mdy" : named === 1 ? "dmy" : order;
  const [year, month, day] = {
    ymd: [first, second, third],
    dmy: [third, second, first],
    mdy: [third, first, second],
  }[found] as [string, string, string];
  const fullYear = Number(year.length === 2 ? `20${year}` : year);
  const monthNumber = monthOf(month) ?? Number(month);
  const date = new Date(Date.UTC(fullYear, monthNumber - 1, Number(day)));
  const isReal = date.getUTCMonth() === monthNumber - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.getTime() : undefined;
}

/** Days from the Ethiopian year 0 to 1970-01-01. */
const ETHIOPIAN_EPOCH_DAY = 716_732;
const ethiopianMonths =
  "meskerem tikimt hidar tahsas tir yekatit megabit miyazya ginbot sene hamle nehase pagume".split(" ");

/** `3 Pagume 2018`: the Ethiopian calendar has thirteen months, and the last has five or six days. */
function ethiopianDay(year: number, month: number, day: number): number | undefined {
  const length = month === 13 ? (year % 4 === 3 ? 6 : 5) : 30;
  if (year < 1990 || year > 2092 || month < 1 || month > 13 || day < 1 || day > length) return undefined;
  const days = 365 * year + Math.floor(year / 4) + 30 * (month - 1) + day - 1 - ETHIOPIAN_EPOCH_DAY;
  return days * DAY_MS;
}

function ethiopianMonthOf(text: string): number | undefined {
  if (!/^[a-z]{3,}$/i.test(text) || monthOf(text) !== undefined) return undefined;
  const start = text.toLowerCase();
  const index = ethiopianMonths.findIndex((name) => name.startsWith(start.slice(0, 4)));
  return index < 0 ? undefined : index + 1;
}

function monthOf(text: string): number | undefined {
  const index = /^[a-z]/i.test(text) ? months.indexOf(text.slice(0, 3).toLowerCase()) : -1;
  return index < 0 ? undefined : index + 1;
}
