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

/**
 * A booking day may be the day after an evening payment, so a difference of one day is accepted. Throws
 * `ReceiptUnreadable`.
 */
export function checkPaidNear(referenceDay: number | undefined, paidAt: Date): void {
  if (referenceDay === undefined)
    throw new ReceiptUnreadable("the reference contains a day that does not exist");
  if (Math.abs(addisEpochDay(paidAt) - referenceDay) > 1) {
    throw new ReceiptUnreadable("the date of the document is not the date in its reference");
  }
}
