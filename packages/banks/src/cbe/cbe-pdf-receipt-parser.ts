import { suffixMatchesAccount } from "../account-digits.ts";
import { addisInstant, epochDayOf, monthNumber, numberGroups, weekdayName } from "../addis-time.ts";
import type { ParseOutcome, Receipt, ReceiptIdentifiers } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { addsUp, readPaidSantim, readSantim } from "../receipt-amounts.ts";
import { checkPaidNear, coreBankingReferenceDay } from "../reference-day.ts";
import { looseText, oneSpaced } from "../utf8-text.ts";
import { type CbePaymentRows, readPaymentRows } from "./cbe-payment-rows.ts";

/** The bank has two responses for "no such receipt"; both come instead of a PDF. */
export function saysNoSuchCbeReceipt(body: Uint8Array): boolean {
  const text = looseText(body.subarray(0, 65_536));
  if (text.startsWith("%PDF")) return false;
  return /you are not allowed to see this data/i.test(text) || saysCheckYourLink(text);
}

function saysCheckYourLink(text: string): boolean {
  if (text.length > 4_096) return false;
  try {
    const { status, message }: { status?: unknown; message?: unknown } = JSON.parse(text) ?? {};
    return status === "failed" && /^please check your link\W*$/i.test(String(message));
  } catch {
    return false;
  }
}

/**
 * Reads the text of the receipt's PDF, lines in drawing order. Throws `ReceiptUnreadable` unless this is the complete
 * receipt of the reference.
 */
export function parseCbePdfReceipt(
  text: string,
  { reference, suffix }: Pick<ReceiptIdentifiers, "reference" | "suffix">,
): ParseOutcome {
  const lines = text
    .split("\n")
    .map(oneSpaced)
    .filter((line) => line !== "");
  const rows = readPaymentRows(lines, reference);
  if (rows.reference !== reference) throw new ReceiptUnreadable("the receipt is not the requested one");
  const amount = readPaidSantim("Transferred Amount", withoutEtb(rows.transferred));
  checkTotal(rows, amount);
  const paid = readPaymentDate(rows.paymentDate);
  checkPaidNear(coreBankingReferenceDay(reference), paid.paidAt);
  const accounts = [rows.payerAccount, rows.receiverAccount].map(readAccount);
  const belongs = accounts.some((account) => suffixMatchesAccount(suffix ?? "", account));
  return {
    kind: belongs ? "receipt" : "identifier_mismatch",
    receipt: {
      referenceNumber: reference,
      // The bank serves posted transactions only; the document has no status.
      paymentStatus: "completed",
      amount,
      currency: "ETB",
      senderName: rows.payer,
      senderAccount: rows.payerAccount,
      receiverName: rows.receiver,
      receiverAccount: rows.receiverAccount,
      ...paid,
    },
  };
}

/** `1,134.00 ETB` */
function withoutEtb(text: string): string | undefined {
  return /^([\d,]+\.\d\d) ETB$/.exec(text)?.[1];
}

/** `1****1111`, or the bank's own `E****0950`. */
function readAccount(text: string): string {
  if (!/^[A-Z0-9][*\d]{3,20}$/.test(text)) throw new ReceiptUnreadable("an account is malformed");
  return text;
}

/** The known template has no row for the levy. */
function checkTotal({ charges }: CbePaymentRows, transferred: bigint): void {
  if (charges === null) return;
  const fee = readSantim("Commission or Service Charge", withoutEtb(charges.commission));
  const vat = readSantim("VAT on Commission", withoutEtb(charges.vat));
  const total = readSantim("Total amount debited", withoutEtb(charges.total));
  if (!addsUp(total, transferred, { fee, vat }))
    throw new ReceiptUnreadable("transferred amount and charges do not add up to the total");
}

/** `3/2/2026, 10:52:00 AM`, month first; in 2024 `Fri Apr 19 2024`, read as local midnight. Addis Ababa time. */
function readPaymentDate(text: string): Pick<Receipt, "paidAt" | "paidAtPrecision"> {
  const moment = readDateAndTime(text);
  if (moment !== undefined) return { paidAt: moment };
  const day = readDateAlone(text);
  if (day === undefined) throw new ReceiptUnreadable("the payment date is not a date");
  return { paidAt: day, paidAtPrecision: "day" };
}

function readDateAndTime(text: string): Date | undefined {
  const [clock, half] = [text.slice(0, -3), text.slice(-3)];
  const parts = numberGroups(/^(\d{1,2})\/(\d{1,2})\/(\d{4}), (\d{1,2}):(\d\d):(\d\d)$/, clock);
  const [month = 0, day = 0, year = 0, hour = 0, minute, second] = parts;
  if (!(half === " AM" || half === " PM") || hour < 1 || hour > 12) return undefined;
  const hour24 = (hour % 12) + (half === " PM" ? 12 : 0);
  return addisInstant({ year, month, day, hour: hour24, minute, second });
}

function readDateAlone(text: string): Date | undefined {
  const [, weekday, monthName = "", dayText, yearText] =
    /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) (\d\d) (\d{4})$/.exec(text) ?? [];
  const [year, month, day] = [Number(yearText), monthNumber(monthName) ?? 0, Number(dayText)];
  const epochDay = epochDayOf(year, month, day);
  return epochDay !== undefined && weekdayName(epochDay) === weekday
    ? addisInstant({ year, month, day })
    : undefined;
}
