import { readAddisDate } from "../addis-time.ts";
import type { ParseOutcome, Receipt, ReceiptIdentifiers } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { readPaymentStatus } from "../payment-status.ts";
import { addsUp, readPaidSantim, readSantim } from "../receipt-amounts.ts";
import { checkPaidNear } from "../reference-day.ts";
import { mobileMatchesAccount } from "../submitted-phone.ts";
import { telebirrReferenceDay } from "../telebirr/telebirr-reference-day.ts";
import { looseText } from "../utf8-text.ts";
import { type CbebirrRows, readCbebirrRows } from "./cbebirr-text-sections.ts";

/** The empty report viewer that comes, with status 200, instead of a PDF. */
export function saysNoSuchCbebirrReceipt(body: Uint8Array): boolean {
  const text = looseText(body.subarray(0, 65_536));
  if (text.startsWith("%PDF")) return false;
  return /<title>\s*Auto Receipt\s*<\/title>/i.test(text) && /telerik/i.test(text);
}

/**
 * Reads the text of the receipt's PDF, lines in drawing order. Throws `ReceiptUnreadable` unless this is the complete
 * receipt of the reference.
 */
export function parseCbebirrReceipt(
  text: string,
  { reference, phone }: Pick<ReceiptIdentifiers, "reference" | "phone">,
): ParseOutcome {
  const rows = readCbebirrRows(text);
  if (rows.receiptNumber !== reference) throw new ReceiptUnreadable("the receipt is not the requested one");
  const amount = readPaidSantim("Amount", rows.amount);
  checkSums(rows, amount);
  const paidAt = readTransactionDate(rows.date);
  checkPaidNear(telebirrReferenceDay(reference), paidAt);
  const debit = readDebit(rows);
  const credit = readParty(rows.creditAccount);
  const receipt: Receipt = {
    referenceNumber: reference,
    paymentStatus: readPaymentStatus(rows.status, ["completed"]),
    amount,
    currency: "ETB",
    senderName: debit.name,
    receiverName: rows.receiverName,
    receiverAccount: credit.account,
    paidAt,
    paidAtPrecision: "minute",
  };
  return { kind: phoneMatches(phone, debit, credit) ? "receipt" : "identifier_mismatch", receipt };
}

function checkSums({ sums }: CbebirrRows, amount: bigint): void {
  const paid = readSantim("Paid amount", sums.paid);
  const charges = { fee: readSantim("Service Charge", sums.service), vat: readSantim("VAT", sums.vat) };
  const total = readSantim("Total Paid Amount", sums.total);
  if (paid !== amount || !addsUp(total, paid, charges))
    throw new ReceiptUnreadable("paid amount and charges do not add up to the total");
}

/** `2026-05-21 09:04`, in Addis Ababa. */
const readTransactionDate = (text: string) =>
  readAddisDate("transaction date", /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/, text);

interface Party {
  readonly account: string | null;
  readonly name: string | null;
}

const organization: Party = { account: null, name: null };

/** `251912345678 - NAME`, or the bank's own account, which has neither. */
function readParty(text: string): Party {
  if (/^Org Account$/i.test(text)) return organization;
  const [, account, name = null] = /^(\+?[\d*]+)(?: ?- ?(\S.*))?$/.exec(text) ?? [];
  if (account === undefined || !/^\+?[\d*]{4,34}$/.test(account) || !/\d/.test(account))
    throw new ReceiptUnreadable("a party lacks an account or a name");
  return { account, name };
}

/** Empty only if the money comes from a bank; otherwise a line is missing. */
function readDebit({ debitAccount, tail }: CbebirrRows): Party {
  if (debitAccount !== "") return readParty(debitAccount);
  if (!tail.some((line) => /^(?:Payment Reason )?TransferFromBank/i.test(line)))
    throw new ReceiptUnreadable('"Debit Account" is empty');
  return organization;
}

/** Also true if the receipt shows no phone to compare with. */
function phoneMatches(phone: string | null, ...parties: readonly Party[]): boolean {
  if (phone === null) return true;
  const matches = parties.flatMap(({ account }) => mobileMatchesAccount(phone, account ?? "") ?? []);
  return matches.length === 0 || matches.includes(true);
}
