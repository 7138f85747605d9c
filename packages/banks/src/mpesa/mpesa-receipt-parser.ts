import { readAddisDate } from "../addis-time.ts";
import type { ParseOutcome, Receipt } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { readPaidSantim, readSantim, sum } from "../receipt-amounts.ts";
import { checkPaidNear } from "../reference-day.ts";
import { mpesaReferenceDay } from "./mpesa-reference-day.ts";
import { type MpesaBlocks, readMpesaBlocks } from "./mpesa-text-blocks.ts";

/**
 * Reads the text of the receipt's PDF, lines in the order of drawing. Throws `ReceiptUnreadable` for anything that is
 * not the whole receipt of this reference.
 */
export function parseMpesaReceipt(text: string, reference: string): ParseOutcome {
  const blocks = readMpesaBlocks(text);
  const settlement = readSettlement(blocks.lines.join("\n"));
  if (settlement.reference !== reference)
    throw new ReceiptUnreadable("the receipt is another one than was asked for");
  const amount = readPaidSantim("SETTLED AMOUNT", settlement.amount);
  checkTotal(settlement, amount);
  const paidAt = readPaymentDate(settlement.date);
  checkPaidNear(mpesaReferenceDay(reference), paidAt);
  // Not in the result, but a document without it has lost a line.
  blocks.value("TRANSACTION ID");
  const receipt: Receipt = {
    referenceNumber: reference,
    // There is no status: the bank has documents of payments that were made only.
    paymentStatus: "completed",
    amount,
    currency: "ETB",
    senderName: readSender(blocks),
    ...readReceiver(blocks),
    paidAt,
  };
  return { kind: "receipt", receipt };
}

interface Settlement {
  readonly reference: string;
  readonly date: string;
  readonly amount: string;
  /** Charges are written so; the amount itself has not been seen so. */
  readonly hasCurrency: boolean;
  /** The lines from there to the total in words. */
  readonly charges: string;
}

const columns = ["RECEIPT NO", "PAYMENT DATE", "SETTLED AMOUNT"];
const chargesEnd = "TOTAL AMOUNT IN WORDS";

/** The values may have run together: each has a form of its own. */
const values =
  /^[ \n]([A-Z0-9]{10})[ \n]?(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[ \n]?([\d,]{1,20}\.\d\d)( Birr)?(?=\n)/;

/** Three labels, with nothing but their Amharic between them, and then three values. */
function readSettlement(text: string): Settlement {
  const [number = 0, date = 0, amount = 0, end = 0] = [...columns, chargesEnd].map((label) =>
    onlyPlace(text, label),
  );
  const isHeader = [text.slice(number, date), text.slice(date, amount)].every((part, index) =>
    /^[^A-Za-z0-9]{1,80}$/.test(part.slice(columns[index]?.length)),
  );
  const rest = text.slice(amount + "SETTLED AMOUNT".length, end);
  const [row, ...shown] = values.exec(rest) ?? [];
  if (!isHeader || row === undefined) throw new ReceiptUnreadable("the receipt's row is not the bank's");
  const [reference = "", paymentDate = "", settled = "", currency] = shown;
  const charges = rest.slice(row.length);
  return { reference, date: paymentDate, amount: settled, hasCurrency: currency !== undefined, charges };
}

function onlyPlace(text: string, label: string): number {
  const place = text.indexOf(label);
  if (place < 0 || text.includes(label, place + 1))
    throw new ReceiptUnreadable(`"${label}" is not there once`);
  return place;
}

/**
 * Some of the values stand above their labels and some below, but all of them between the settled amount and the total
 * in words: one of them is the sum of the amount and the others, of which one may be a discount.
 */
function checkTotal({ charges, hasCurrency }: Settlement, settled: bigint): void {
  if (!/\/ ?TOTAL(?=[ \n:]|$)/.test(charges)) throw new ReceiptUnreadable('"TOTAL" is missing');
  const amounts = [...charges.matchAll(/(?<![\d.,])[\d,]{1,20}\.\d\d(?![\d.,])/g)].map(([amount]) =>
    readSantim("charges", amount),
  );
  if (amounts.length > maxAmounts) throw new ReceiptUnreadable("there are too many charges");
  const fits = amounts.some((total, index) => {
    const parts = amounts.toSpliced(index, 1);
    const base = sum([settled, ...parts]);
    return [0n, ...parts].some((discount) => base - 2n * discount === total);
  });
  if (!fits) throw new ReceiptUnreadable("settled amount and charges do not make the total");
  if (hasCurrency && !hasAllCharges(charges, amounts.length))
    throw new ReceiptUnreadable("the settled amount is put together from two lines");
}

/** What lies between the first half of the amount and the second half of a charge takes labels and amounts with it. */
function hasAllCharges(charges: string, amounts: number): boolean {
  const labels = [...charges.matchAll(/\/ ?[A-Z+]/g)];
  return /\/ ?SERVICE FEE(?=[ \n:])/.test(charges) && labels.length === amounts;
}

/** Fee, VAT, discount and total; a few more do no harm. */
const maxAmounts = 8;

/** `2026-03-02 11:53:04`, in Addis Ababa. */
const readPaymentDate = (text: string) =>
  readAddisDate("payment date", /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/, text);

/** Each template has its own word for whoever paid. */
const payers = ["SENDER", "BUYER", "PAYER"];

function readSender(blocks: MpesaBlocks): string | null {
  const name = theOnlyLabel(
    blocks,
    payers.map((payer) => `${payer} NAME`),
  );
  // Not in the result, but a document without it has lost a line.
  const numbers = payers.flatMap((payer) => [`${payer} PHONE NUMBER`, `${payer} NUMBER`]);
  blocks.value(theOnlyLabel(blocks, numbers));
  return blocks.value(name);
}

function theOnlyLabel(blocks: MpesaBlocks, labels: readonly string[]): string {
  const [label, another] = labels.filter(blocks.has);
  if (label === undefined || another !== undefined)
    throw new ReceiptUnreadable(`the receipt has not one of "${labels.join('", "')}"`);
  return label;
}

const accountLabel = "RECEIVER ACCOUNT NUMBER";

/** A person has a number, a business its own, a bank account the account's; a template may print the others as empty. */
function readReceiver(blocks: MpesaBlocks): Pick<Receipt, "receiverName" | "receiverAccount"> {
  const receiverName = theOnlyValue(blocks, ["RECEIVER NAME", "RECEIVER BUSINESS NAME"]);
  const receiverAccount = theOnlyValue(blocks, [
    ...["RECEIVER NUMBER", "RECEIVER PHONE NUMBER", "RECEIVER BUSINESS NUMBER", accountLabel],
  ]);
  if (!/^\+?[\d*]{4,34}$/.test(receiverAccount) || !/\d/.test(receiverAccount))
    throw new ReceiptUnreadable("the receiver's number is not one");
  // An account is one at a bank; when either is without the other, a line is lost.
  const bankName = blocks.has("BANK NAME") || blocks.has(accountLabel) ? blocks.value("BANK NAME") : null;
  if (bankName !== null && !blocks.has(accountLabel))
    throw new ReceiptUnreadable("the receipt names a bank, but no account at it");
  return { receiverName, receiverAccount };
}

function theOnlyValue(blocks: MpesaBlocks, labels: readonly string[]): string {
  const [value, another] = labels.filter(blocks.has).flatMap((label) => blocks.value(label) ?? []);
  if (value === undefined || another !== undefined)
    throw new ReceiptUnreadable(`not one of "${labels.join('", "')}" has a value`);
  return value;
}
