import { addisInstant, numberGroups } from "../addis-time.ts";
import type { ParseOutcome, Receipt } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { creditedBank } from "../credited-bank.ts";
import { isWholeCell } from "../html-labels.ts";
import { type HtmlRow, readHtml } from "../html-rows.ts";
import { type LabelledValues, labelledValues } from "../labelled-values.ts";
import { paymentKindOf } from "../payment-kind.ts";
import { readPaymentStatus } from "../payment-status.ts";
import { addsUp, readPaidSantim, readSantim } from "../receipt-amounts.ts";
import { checkPaidNear } from "../reference-day.ts";
import { telebirrReferenceDay } from "./telebirr-reference-day.ts";

/** The "not found" page has only a few words. */
const longestNotFoundText = 500;
const singleLabels: ReadonlySet<string> = new Set([
  ...["payer name", "payer telebirr no.", "credited party name", "credited party account no"],
  ...["transaction status", "bank account number", "invoice no.", "payment date", "settled amount"],
  ...["stamp duty", "discount amount", "service fee", "service fee vat", "vat", "total paid amount"],
  ...["payment reason", "customer note"],
]);

/** Throws `ReceiptUnreadable` unless this is the complete receipt of the reference. */
export function parseTelebirrReceipt(html: string, reference: string): ParseOutcome {
  const { rows, texts, endsWhole: isComplete } = readHtml(html);
  const values = labelledValues(rows.flatMap(labelledValue));
  const invoices = rows.flatMap((row, index) => (isInvoiceHeader(row) ? [readInvoice(rows, index)] : []));
  const labels = texts.map(labelOf);
  if (!labels.some((label) => label === "payer name" || label === "settled amount") && saysNotFound(texts)) {
    return { kind: "not_found" };
  }
  if (!isComplete) throw new ReceiptUnreadable("the page is cut off before its end");
  const [invoice, another] = invoices;
  if (invoice === undefined) throw new ReceiptUnreadable("the page has no invoice row");
  if (another !== undefined) throw new ReceiptUnreadable("the page has two invoice rows");
  if (!rows.some(isInvoiceTitle)) throw new ReceiptUnreadable("the page has no title above its invoice row");
  checkNoDuplicateLabels(labels, values.optional("customer note"));
  return { kind: "receipt", receipt: readReceipt(values, invoice, reference) };
}

function saysNotFound(texts: readonly string[]): boolean {
  const text = texts.join(" ");
  return text.length <= longestNotFoundText && text.includes("This request is not correct");
}

/** A duplicate label is an error in any row. The payer's note may look like a label; that one copy is ignored. */
function checkNoDuplicateLabels(labels: readonly (string | undefined)[], note = ""): void {
  const found = labels.filter((label) => label !== undefined && singleLabels.has(label));
  const noteLabel = labelOf(note);
  const noteIndex = found.indexOf(noteLabel);
  const rest = noteIndex < 0 ? found : found.toSpliced(noteIndex, 1);
  if (new Set(rest).size !== rest.length) throw new ReceiptUnreadable("the page has a label twice");
}

/** `የከፋይ ስም/Payer Name` → `payer name`; undefined for a cell that is no label. */
function labelOf(cellText: string): string | undefined {
  const slash = cellText.indexOf("/");
  return slash <= 0
    ? undefined
    : cellText
        .slice(slash + 1)
        .trim()
        .toLowerCase();
}

/** Label and value side by side; some rows begin or end with empty cells. Rows of any other form are ignored. */
function labelledValue({ cells, hasLooseText }: HtmlRow): readonly (readonly [string, string])[] {
  const [label, value, ...rest] = cells.slice(cells.findIndex(({ text }) => text !== ""));
  if (label === undefined || value === undefined || rest.some(({ text }) => text !== "")) return [];
  const name = labelOf(label.text);
  return name === undefined || hasLooseText || !isWholeCell(value) ? [] : [[name, value.text]];
}

interface Invoice {
  readonly number: string;
  readonly date: string;
  readonly settledAmount: string;
}

function isInvoiceHeader({ cells }: HtmlRow): boolean {
  const labels = cells.map(({ text }) => labelOf(text));
  return labels.join("|") === "invoice no.|payment date|settled amount";
}

function isInvoiceTitle({ cells }: HtmlRow): boolean {
  return cells.length === 1 && labelOf(cells[0]?.text ?? "") === "invoice details";
}

/** In this table labels are above their values: the cell beside a label is another label. */
function readInvoice(rows: readonly HtmlRow[], headerIndex: number): Invoice {
  const row = rows.slice(headerIndex + 1).find(({ cells }) => cells.length > 0);
  const [number, date, settledAmount, more] = row?.cells ?? [];
  const isWhole = row?.hasLooseText === false && row.cells.every(isWholeCell);
  if (!number || !date || !settledAmount || more || !isWhole) {
    throw new ReceiptUnreadable("the invoice row does not have one value for each column");
  }
  return { number: number.text, date: date.text, settledAmount: settledAmount.text };
}

function readReceipt(values: LabelledValues, invoice: Invoice, reference: string): Receipt {
  if (invoice.number !== reference) throw new ReceiptUnreadable("the receipt is not the requested one");
  const amount = readPaidSantim("settled amount", withoutBirr(invoice.settledAmount));
  checkTotal(values, amount);
  const paidAt = readPaymentDate(invoice.date);
  checkPaidNear(telebirrReferenceDay(reference), paidAt);
  // Not part of the result, but a page without it has lost a row.
  values.required("payer telebirr no.");
  return {
    referenceNumber: reference,
    paymentStatus: readPaymentStatus(values.required("transaction status"), ["completed"]),
    amount,
    currency: "ETB",
    senderName: values.required("payer name"),
    ...readReceiver(values),
    paymentKind: paymentKindOf(values.required("payment reason")),
    paidAt,
  };
}

function withoutBirr(text: string): string | undefined {
  return /^([\d.,]+) ?Birr$/.exec(text)?.[1];
}

/** `03-02-2026 16:51:21`, day first, in Addis Ababa. */
function readPaymentDate(text: string): Date {
  const parts = numberGroups(/^(\d\d)-(\d\d)-(\d{4}) (\d\d):(\d\d):(\d\d)$/, text);
  const [day = 0, month = 0, year = 0, hour, minute, second] = parts;
  const paidAt = addisInstant({ year, month, day, hour, minute, second });
  if (paidAt === undefined) throw new ReceiptUnreadable("the payment date is not a date");
  return paidAt;
}

/** A transfer to a bank prints the bank as credited party, and the account and its holder in a separate row. */
function readReceiver(
  values: LabelledValues,
): Pick<Receipt, "receiverName" | "receiverAccount" | "receiverBank"> {
  const receiverName = values.required("credited party name");
  const receiverAccount = values.required("credited party account no");
  const isBankTransfer = /\bto\s+bank\b/i.test(values.required("payment reason"));
  if (!values.has("bank account number")) {
    if (isBankTransfer) throw new ReceiptUnreadable("a transfer to a bank has no bank account number");
    return { receiverName, receiverAccount };
  }
  const [, account, holder] = /^([\d*]+) (\S.*)$/.exec(values.required("bank account number")) ?? [];
  if (account === undefined || holder === undefined || !/^[\d*]{4,34}$/.test(account)) {
    throw new ReceiptUnreadable("the bank account number lacks an account or its holder");
  }
  return { receiverName: holder, receiverAccount: account, receiverBank: creditedBank(receiverName) };
}

/** Receipts do not show whether the settled amount includes these two: a total with or without each is accepted. */
const vat = "vat";
const discount = "discount amount";

/** Settled amount and charges must add up to the total: a page that lost a row or a digit does not. */
function checkTotal(values: LabelledValues, settled: bigint): void {
  const read = (label: string): bigint => {
    const text = values.optional(label);
    return text === undefined ? 0n : readSantim(label, withoutBirr(text));
  };
  const total = readSantim("total paid amount", withoutBirr(values.required("total paid amount")));
  const base = settled + read("stamp duty");
  const charges = { fee: read("service fee"), vat: read("service fee vat") };
  const isTotal = [0n, read(vat)].some((vatAdded) =>
    [0n, read(discount)].some((discountTaken) => addsUp(total, base + vatAdded - discountTaken, charges)),
  );
  if (!isTotal) throw new ReceiptUnreadable("settled amount and charges do not add up to the total");
}
