import { calendarDay, instantAt, localTimeOf, twoDigits } from "../receipts/addis-time.ts";
import { randomDigits, randomEnding } from "../receipts/random-text.ts";

/** What the first half of a share token says: `YYMMDDHHMM` and five digits. */
export interface AwashTransaction {
  readonly id: string;
  /** The start of its minute. */
  readonly minute: Date;
}

const tokenShape = /^([0-9A-Z]{10})-[0-9A-Z]{6}$/;
const idShape = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{5}$/;

/** `2KIO3IANB3-5QT70R`; undefined when it is no token or names a time that no clock shows. */
export function readAwashToken(token: string): AwashTransaction | undefined {
  const [, firstHalf = ""] = tokenShape.exec(token) ?? [];
  // 36 to the power of 10 is below 2 to the power of 53.
  const id = String(Number.parseInt(firstHalf, 36));
  const [, ...parts] = idShape.exec(id) ?? [];
  const [year = Number.NaN, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number);
  if (hour > 23 || minute > 59) return undefined;
  const date = calendarDay(2000 + year, month, day);
  return date && { id, minute: instantAt(date, hour * 3_600 + minute * 60) };
}

/** Undefined for a year whose id has other than ten characters in base 36. */
export function newAwashToken(paidAt: Date): string | undefined {
  const { year, month, day, hour, minute } = localTimeOf(paidAt);
  if (year < 2011 || year > 2099) return undefined;
  const id = [year - 2000, month, day, hour, minute].map(twoDigits).join("") + randomDigits(5);
  return `${Number(id).toString(36).toUpperCase()}-${randomEnding(6)}`;
}
