import { calendarDay, instantAt, localTimeOf, twoDigits } from "../receipts/addis-time.ts";
import { randomDigits, randomEnding } from "../receipts/random-text.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";

/** The first half of a share token: `YYMMDDHHMM` and five digits. */
export interface AwashTransaction {
  /** Before 2026. The content of its first half is unknown, so the sandbox draws it. */
  readonly isOlder: boolean;
  readonly id: string;
  /** The start of its minute. */
  readonly minute: Date;
}

const tokenShape = /^([0-9A-Z]{10})-[0-9A-Z]{6}$/;
const olderTokenShape = /^[0-9A-F]{12}-[0-9A-Z]{6}$/;
const idShape = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{5}$/;

/** `2KIO3IANB3-5QT70R`; undefined for text that is not a token or contains an invalid time. */
export function readAwashToken(token: string): AwashTransaction | undefined {
  const [, firstHalf = ""] = tokenShape.exec(token) ?? [];
  const isOlder = olderTokenShape.test(token);
  // 36 to the power of 10 is below 2 to the power of 53.
  const id = isOlder ? drawnId(token) : String(Number.parseInt(firstHalf, 36));
  const [, ...parts] = idShape.exec(id) ?? [];
  const [year = Number.NaN, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number);
  if (hour > 23 || minute > 59) return undefined;
  const date = calendarDay(2000 + year, month, day);
  return date && { isOlder, id, minute: instantAt(date, hour * 3_600 + minute * 60) };
}

/** A transaction of 2025. */
function drawnId(token: string): string {
  const draw = createSeededDraw(token);
  const [month, day] = [1 + draw.number("month", 12), 1 + draw.number("day", 28)];
  const [hour, minute] = [8 + draw.number("hour", 12), draw.number("minute", 60)];
  return ["25", ...[month, day, hour, minute].map(twoDigits), draw.digits("id", 5)].join("");
}

/** Undefined for a year whose id does not have ten characters in base 36. */
export function newAwashToken(paidAt: Date): string | undefined {
  const { year, month, day, hour, minute } = localTimeOf(paidAt);
  if (year < 2011 || year > 2099) return undefined;
  const id = [year - 2000, month, day, hour, minute].map(twoDigits).join("") + randomDigits(5);
  return `${Number(id).toString(36).toUpperCase()}-${randomEnding(6)}`;
}
