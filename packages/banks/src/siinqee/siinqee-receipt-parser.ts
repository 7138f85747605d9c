import { readAddisDate } from "../addis-time.ts";
import type { ParseOutcome, Receipt } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { checkLabelsAreRead, rowValue } from "../html-labels.ts";
import { readHtml } from "../html-rows.ts";
import { type LabelledValues, labelledValues } from "../labelled-values.ts";
import { readPaymentStatus } from "../payment-status.ts";
import { addsUp, readPaidSantim, readSantim, withoutEtb } from "../receipt-amounts.ts";
import { branchReferenceDay, checkPaidNear, onWorkingDays } from "../reference-day.ts";
import { looseText } from "../utf8-text.ts";

/** The "not found" page has only a few hundred bytes. */
const longestNotFoundPage = 4_096;

export function saysNoSuchSiinqeeReceipt(body: Uint8Array): boolean {
  if (body.length > longestNotFoundPage) return false;
  const html = looseText(body);
  return /<p>Receipt not found<\/p>/i.test(html) && !/transaction reference/i.test(html);
}

const filledLabels = [
  ...["transaction reference", "transaction date", "sender name", "sender account", "receiver name"],
  ...["receiver account", "amount", "service charge", "vat (15%)", "total", "amount in words", "status"],
];
const narrativeLabel = "narrative";
const neededLabels: ReadonlySet<string> = new Set([...filledLabels, narrativeLabel]);

/** Throws `ReceiptUnreadable` unless this is the complete receipt of the reference. */
export function parseSiinqeeReceipt(html: string, reference: string): ParseOutcome {
  const { rows, texts, endsWhole } = readHtml(html);
  if (!endsWhole) throw new ReceiptUnreadable("the page is cut off before its end");
  const pairs = rows.flatMap(rowValue);
  const values = labelledValues(pairs);
  for (const label of filledLabels) values.required(label);
  if (!values.has(narrativeLabel)) throw new ReceiptUnreadable(`"${narrativeLabel}" is missing`);
  checkLabelsAreRead(texts, pairs, neededLabels, values.optional(narrativeLabel));
  return { kind: "receipt", receipt: readReceipt(values, reference) };
}

function readReceipt(values: LabelledValues, reference: string): Receipt {
  if (values.required("transaction reference") !== reference)
    throw new ReceiptUnreadable("the receipt is not the requested one");
  const birr = (label: string) => withoutEtb(values.required(label));
  const amount = readPaidSantim("amount", birr("amount"));
  const charge = (label: string) => readSantim(label, birr(label));
  const charges = { fee: charge("service charge"), vat: charge("vat (15%)") };
  if (!addsUp(charge("total"), amount, charges))
    throw new ReceiptUnreadable("amount and charges do not add up to the total");
  const paidAt = readTransactionDate(values.required("transaction date"));
  checkPaidNear(branchReferenceDay(reference), paidAt, onWorkingDays);
  return {
    referenceNumber: reference,
    paymentStatus: readPaymentStatus(values.required("status"), ["completed"]),
    amount,
    currency: "ETB",
    senderName: values.required("sender name"),
    receiverName: values.required("receiver name"),
    receiverAccount: values.required("receiver account"),
    paidAt,
  };
}

/** `2026-08-14 09:05:07`, in Addis Ababa. */
const readTransactionDate = (text: string) =>
  readAddisDate("transaction date", /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/, text);
