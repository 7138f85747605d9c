import { addisInstant, monthNumber } from "../addis-time.ts";
import type { ParseOutcome, Receipt } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { checkLabelsAreRead, isPlainValue, type LabelAndValue, labelOf, rowValue } from "../html-labels.ts";
import { type HtmlLine, readHtml } from "../html-rows.ts";
import { type LabelledValues, labelledValues } from "../labelled-values.ts";
import { paymentKindOf } from "../payment-kind.ts";
import { addsUp, readPaidSantim, readSantim, sum, withoutEtb } from "../receipt-amounts.ts";
import { branchReferenceDay, checkPaidNear, onWorkingDays } from "../reference-day.ts";
import { looseText } from "../utf8-text.ts";

/** Detects the JSON for an unknown reference; it comes with status 400 instead of a page. */
export function saysNoSuchDashenReceipt(body: Uint8Array): boolean {
  if (body.length > 4_096) return false;
  try {
    const { statusCode, message }: { statusCode?: unknown; message?: unknown } =
      JSON.parse(looseText(body)) ?? {};
    return statusCode === 400 && /^transaction not found\W*$/i.test(String(message));
  } catch {
    return false;
  }
}

/** Throws `ReceiptUnreadable` unless this is the complete receipt of the reference. */
export function parseDashenReceipt(html: string, reference: string): ParseOutcome {
  const content = readHtml(html);
  if (!content.endsWhole && !isWholeExtract(html)) {
    throw new ReceiptUnreadable("the page is cut off before its end");
  }
  const pairs = [...content.lines.flatMap(lineValue), ...content.rows.flatMap(rowValue)];
  const values = labelledValues(pairs);
  checkLabelsAreRead(content.texts, pairs, neededLabels, values.optional("narrative"));
  return { kind: "receipt", receipt: readReceipt(values, reference) };
}

/** An extract with only the receipt's lines ends with the table of amounts. A truncated page still has its head. */
function isWholeExtract(html: string): boolean {
  return /<\/table>$/i.test(html.trimEnd()) && !/<(?:!doctype|html|head|body)\b/i.test(html);
}

/** `<p><strong>Sender Name:</strong> …</p>` */
function lineValue({ label, value, isClosed, isOneText }: HtmlLine): readonly LabelAndValue[] {
  return label.endsWith(":") && isClosed && isOneText && isPlainValue(value) ? [[labelOf(label), value]] : [];
}

const neededLines = [
  ...["sender name", "sender account number", "receiver name", "receiver account number"],
  ...["transaction reference", "transaction date"],
];
const amountLabel = "transaction amount";
const totalLabel = "total";
const neededLabels: ReadonlySet<string> = new Set([...neededLines, amountLabel, totalLabel]);

function readReceipt(values: LabelledValues, reference: string): Receipt {
  for (const label of neededLines) values.required(label);
  if (values.required("transaction reference") !== reference)
    throw new ReceiptUnreadable("the receipt is not the requested one");
  const amount = readPaidSantim(amountLabel, withoutEtb(values.required(amountLabel)));
  checkTotal(values, amount);
  checkOtherBank(values);
  const paidAt = readTransactionDate(values.required("transaction date"));
  checkPaidNear(branchReferenceDay(reference), paidAt, onWorkingDays);
  return {
    referenceNumber: reference,
    // There is no status: the page serves posted transactions only.
    paymentStatus: "completed",
    amount,
    currency: "ETB",
    senderName: values.required("sender name"),
    receiverName: values.required("receiver name"),
    receiverAccount: values.required("receiver account number"),
    paymentKind: paymentKindOf(values.optional("service type")),
    paidAt,
  };
}

const bankNames = ["beneficiary bank name", "institution name"];

/** Transfers to other banks have a transfer reference `OBTI…` and print the bank below the receiver. */
function checkOtherBank(values: LabelledValues): void {
  const isToOtherBank = /^OBT/i.test(values.optional("transfer reference") ?? "");
  if (isToOtherBank && !bankNames.some((label) => values.optional(label)))
    throw new ReceiptUnreadable("a transfer to another bank does not name it");
}

const otherCharges = ["excise tax (15%)", "penalty fee", "income tax fee", "interest fee", "stamp duty"];
/** It is unknown whether the other rows already include these, so both readings are accepted. */
const tax = "tax";
const discount = "discount amount";

/** Amount and charges must add up to the total: a page that lost a row or a digit does not. */
function checkTotal(values: LabelledValues, amount: bigint): void {
  const read = (label: string): bigint => {
    const text = values.optional(label);
    return text === undefined ? 0n : readSantim(label, withoutEtb(text));
  };
  const total = readSantim(totalLabel, withoutEtb(values.required(totalLabel)));
  const base = sum([amount, ...otherCharges.map(read)]);
  const charges = { fee: read("service charge"), vat: read("vat (15%)"), levy: read("drrf fee") };
  const isTotal = [0n, read(tax)].some((added) =>
    [0n, read(discount)].some((off) => addsUp(total, base + added - off, charges)),
  );
  if (!isTotal) throw new ReceiptUnreadable("amount and charges do not add up to the total");
}

const datePattern = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4}), (\d{1,2}):(\d\d):(\d\d) (am|pm)$/i;

/** `Mar 02, 2026, 09:28:18 am`, in Addis Ababa. */
function readTransactionDate(text: string): Date {
  const [, monthName = "", day, year, hour, minute, second, half = ""] = datePattern.exec(text) ?? [];
  const month = monthNumber(monthName);
  const hour12 = Number(hour);
  const paidAt =
    month === undefined || hour12 < 1 || hour12 > 12
      ? undefined
      : addisInstant({
          year: Number(year),
          month,
          day: Number(day),
          hour: (hour12 % 12) + (half.toLowerCase() === "pm" ? 12 : 0),
          minute: Number(minute),
          second: Number(second),
        });
  if (paidAt === undefined) throw new ReceiptUnreadable("the transaction date is not a date");
  return paidAt;
}
