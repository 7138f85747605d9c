import { addisEpochDay, epochDayOf } from "./addis-time.ts";
import { ReceiptUnreadable } from "./bank-failure.ts";

/** Core banking (T24): two letters, `YY`, day of the year. `FT26061…` is 2 March 2026. */
export function coreBankingReferenceDay(reference: string): number | undefined {
  const [, yy, ddd] = /^[A-Z]{2}(\d\d)(\d{3})/.exec(reference) ?? [];
  return yy === undefined || ddd === undefined ? undefined : dayOfYear(2000 + Number(yy), Number(ddd));
}

/** Three characters of branch or account, four of product, `YY`, day of the year: `387WDTS26061…` */
export function branchReferenceDay(reference: string): number | undefined {
  const [, yy, ddd] = /^[A-Z0-9]{7}(\d\d)(\d{3})/.exec(reference) ?? [];
  return yy === undefined || ddd === undefined ? undefined : dayOfYear(2000 + Number(yy), Number(ddd));
}

function dayOfYear(year: number, day: number): number | undefined {
  const first = epochDayOf(year, 1, 1);
  const next = epochDayOf(year + 1, 1, 1);
  if (first === undefined || next === undefined || day < 1 || day > next - first) return undefined;
  return first + day - 1;
}

/**
 * The wallets' platform: year letter, month letter (`A` = January), day (`1`–`9`, then `A` = 10 … `V` = 31). In
 * telebirr's year letters `C` is 2025; others start elsewhere.
 */
export function walletReferenceDay(reference: string, yearOfA: number): number | undefined {
  const [, year, month, day] = /^([A-Z])([A-L])([1-9A-V])/.exec(reference) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return epochDayOf(yearOfA + letterIndex(year), 1 + letterIndex(month), Number.parseInt(day, 32));
}

function letterIndex(letter: string): number {
  return letter.charCodeAt(0) - "A".charCodeAt(0);
}

/** Banks that book at once begin their next day in the evening. */
const ofBookingAtOnce: BookingDays = { before: 1, after: 1 };

/**
 * Banks that book on working days book a payment of Sunday on Monday, or after the holidays next to it; one of a Saturday
 * evening too. Five days are an assumption, for several holidays in a row.
 */
export const onWorkingDays: BookingDays = { before: 1, after: 5 };

/** Days from a payment to the booking whose day its number holds. */
interface BookingDays {
  /** A payment of the night can still have the number of the evening before. */
  readonly before: number;
  readonly after: number;
}

/** Throws `ReceiptUnreadable` unless a payment of this time can be booked on that day. */
export function checkPaidNear(
  referenceDay: number | undefined,
  paidAt: Date,
  { before, after } = ofBookingAtOnce,
): void {
  if (referenceDay === undefined)
    throw new ReceiptUnreadable("the reference contains a day that does not exist");
  const days = referenceDay - addisEpochDay(paidAt);
  if (days < -before || days > after)
    throw new ReceiptUnreadable("the date of the document is not the date in its reference");
}
