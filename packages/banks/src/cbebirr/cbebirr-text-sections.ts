import { ReceiptUnreadable } from "../bank-failure.ts";
import { oneSpaced } from "../utf8-text.ts";

/** The rows that are read, as printed. */
export interface CbebirrRows {
  /** Empty if the money came from outside the wallet. */
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly receiverName: string;
  readonly status: string;
  readonly receiptNumber: string;
  readonly date: string;
  readonly amount: string;
  readonly sums: {
    readonly paid: string;
    readonly service: string;
    readonly vat: string;
    readonly total: string;
  };
  /** The text after the sums: amount in words, reason, channel. */
  readonly tail: readonly string[];
}

/**
 * Reads the document section by section, in the bank's order. A missing or misplaced label, or an extra line, makes it
 * unreadable.
 */
export function readCbebirrRows(text: string): CbebirrRows {
  const lines = text
    .split("\n")
    .map(oneSpaced)
    .filter((line) => line !== "");
  if (lines[0] !== "Commercial Bank of Ethiopia" || !/^CBE ?Birr$/i.test(lines[1] ?? ""))
    throw new ReceiptUnreadable("the receipt is not the bank's");
  const information = onlyLine(lines, "Transaction Information");
  const details = onlyLine(lines, "Transaction Details");
  const words = lines.findIndex(
    (line, index) => index > details && isLabelLine(line, "Total Amount in word"),
  );
  if (details < information || words < 0) throw new ReceiptUnreadable("the receipt lacks a section");
  return {
    ...readParties(lines.slice(information + 1, details)),
    ...readDetails(lines.slice(details + 1, words)),
    tail: readTail(lines.slice(words)),
  };
}

function onlyLine(lines: readonly string[], heading: string): number {
  const place = lines.indexOf(heading);
  if (place < 0 || lines.includes(heading, place + 1))
    throw new ReceiptUnreadable(`"${heading}" must appear exactly once`);
  return place;
}

function isLabelLine(line: string, label: string): boolean {
  return line === label || line.startsWith(`${label} `);
}

const partyLabels = [
  ...["Debit Account", "Credit Account", "Receiver Name", "Order ID", "Transaction Status", "Reference"],
];

/** Each value is below its label. */
function readParties(lines: readonly string[]) {
  const blocks: string[][] = [];
  for (const line of lines) {
    const label = partyLabels[blocks.length];
    if (line === label) blocks.push([]);
    else if (blocks.length === 0) throw new ReceiptUnreadable("there is a line before the first label");
    else blocks.at(-1)?.push(line);
  }
  if (blocks.length !== partyLabels.length)
    throw new ReceiptUnreadable("a label of the transaction is missing");
  const [debitAccount = "", creditAccount = "", receiverName = "", , status = ""] = blocks.map(onlyValue);
  if ([creditAccount, receiverName, status].includes(""))
    throw new ReceiptUnreadable("a value of the transaction is missing");
  return { debitAccount, creditAccount, receiverName, status };
}

function onlyValue(block: readonly string[]): string {
  const [value = "", more] = block;
  if (more !== undefined) throw new ReceiptUnreadable("a label of the transaction has two values");
  return value;
}

/** Values may be joined without spaces, but each has a distinct form. */
const header =
  /^Receipt Number[ \n]Transaction Date[ \n]Amount[ \n]([A-Z0-9]{10,11})[ \n]?(\d{4}-\d\d-\d\d \d\d:\d\d)[ \n]?([\d,]{1,20}\.\d\d)(?=\n)/;
const sumLabels = ["paid amount", "service charge", "vat", "total paid amount"];

function readDetails(lines: readonly string[]) {
  const text = lines.join("\n");
  const [row, receiptNumber = "", date = "", amount = ""] = header.exec(text) ?? [];
  if (row === undefined) throw new ReceiptUnreadable("the receipt's row has an unknown form");
  return { receiptNumber, date, amount, sums: readSums(text.slice(row.length)) };
}

/** Four numbers in the order of their labels, above or beside them. */
function readSums(text: string): CbebirrRows["sums"] {
  const words = text.split(/[ \n]+/).filter((word) => word !== "");
  const numbers = words.filter((word) => /^\d/.test(word));
  const labels = words.filter((word) => !/^\d/.test(word));
  const [paid, service, vat, total, more] = numbers;
  const isWhole = labels.join(" ").toLowerCase() === sumLabels.join(" ");
  if (
    !isWhole ||
    paid === undefined ||
    service === undefined ||
    vat === undefined ||
    total === undefined ||
    more
  )
    throw new ReceiptUnreadable("the receipt does not have four sums");
  return { paid, service, vat, total };
}

const tailLabels = ["Total Amount in word", "Payment Reason", "Payment Channel"];

function readTail(lines: readonly string[]): readonly string[] {
  for (const label of tailLabels)
    if (!lines.some((line) => isLabelLine(line, label))) throw new ReceiptUnreadable(`"${label}" is missing`);
  return lines;
}
