import { readAddisDate } from "../addis-time.ts";
import type { ParseOutcome, Receipt } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { creditedBank } from "../credited-bank.ts";
import { paymentKindOf } from "../payment-kind.ts";
import { addsUp, readPaidSantim, readSantim, sum } from "../receipt-amounts.ts";
import { checkPaidNear } from "../reference-day.ts";
import { mpesaReferenceDay } from "./mpesa-reference-day.ts";
import { type MpesaBlocks, readMpesaBlocks } from "./mpesa-text-blocks.ts";

/**
 * Reads the text of the receipt's PDF, lines in drawing order. Throws `ReceiptUnreadable` unless this is the complete
 * receipt of the reference.
 */
export function parseMpesaReceipt(text: string, reference: string): ParseOutcome {
  const blocks = readMpesaBlocks(text);
  const settlement = readSettlement(blocks.lines.join("\n"));
  if (settlement.reference !== reference) throw new ReceiptUnreadable("the receipt is not the requested one");
  const amount = readPaidSantim("SETTLED AMOUNT", settlement.amount);
  checkTotal(settlement, amount);
  const paidAt = readPaymentDate(settlement.date);
  checkPaidNear(mpesaReferenceDay(reference), paidAt);
  // Not part of the result, but a document without it has lost a line.
  blocks.value("TRANSACTION ID");
  const receipt: Receipt = {
    referenceNumber: reference,
    // There is no status: the bank issues documents for completed payments only.
    paymentStatus: "completed",
    amount,
    currency: "ETB",
    senderName: readSender(blocks),
    ...readReceiver(blocks),
    paymentKind: paymentKindOf(blocks.transactionType),
    paidAt,
  };
  return { kind: "receipt", receipt };
}

interface Settlement {
  readonly reference: string;
  readonly date: string;
  readonly amount: string;
  /** Charges have this form; no known amount has. */
  readonly hasCurrency: boolean;
  /** The lines from the settled amount to the total in words. */
  readonly charges: string;
}

const columns = ["RECEIPT NO", "PAYMENT DATE", "SETTLED AMOUNT"];
const chargesEnd = "TOTAL AMOUNT IN WORDS";

/** Values may be joined without spaces, but each has a distinct form. */
const values =
  /^[ \n]([A-Z0-9]{10})[ \n]?(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[ \n]?([\d,]{1,20}\.\d\d)( Birr)?(?=\n)/;

/** Three labels, with nothing but their Amharic between them, followed by three values. */
function readSettlement(text: string): Settlement {
  const [number = 0, date = 0, amount = 0, end = 0] = [...columns, chargesEnd].map((label) =>
    onlyPlace(text, label),
  );
  const isHeader = [text.slice(number, date), text.slice(date, amount)].every((part, index) =>
    /^[^A-Za-z0-9]{1,80}$/.test(part.slice(columns[index]?.length)),
  );
  const rest = text.slice(amount + "SETTLED AMOUNT".length, end);
  const [row, ...shown] = values.exec(rest) ?? [];
  if (!isHeader || row === undefined) throw new ReceiptUnreadable("the receipt's row has an unknown form");
  const [reference = "", paymentDate = "", settled = "", currency] = shown;
  const charges = rest.slice(row.length);
  return { reference, date: paymentDate, amount: settled, hasCurrency: currency !== undefined, charges };
}

function onlyPlace(text: string, label: string): number {
  const place = text.indexOf(label);
  if (place < 0 || text.includes(label, place + 1))
    throw new ReceiptUnreadable(`"${label}" must appear exactly once`);
  return place;
}

/**
 * Some values are above their labels and some below, but all are between the settled amount and the total in words. One
 * of them is the sum of the amount and the others; one of the others may be a discount.
 */
function checkTotal({ charges, hasCurrency }: Settlement, settled: bigint): void {
  if (!/\/ ?TOTAL(?=[ \n:]|$)/.test(charges)) throw new ReceiptUnreadable('"TOTAL" is missing');
  const amounts = [...charges.matchAll(/(?<![\d.,])[\d,]{1,20}\.\d\d(?![\d.,])/g)].map(([amount]) =>
    readSantim("charges", amount),
  );
  if (amounts.length > maxAmounts) throw new ReceiptUnreadable("there are too many charges");
  const isTotal = amounts.some((total, index) => {
    const parts = amounts.toSpliced(index, 1);
    const charged = sum(parts);
    // The levy of a fee may be in the total alone.
    const fee = parts.find((part) => part > 0n && parts.some((vat) => isVatOf(vat, part)));
    const charges = fee === undefined ? { charged } : { fee, vat: charged - fee };
    return [0n, ...parts].some((discount) => addsUp(total, settled - 2n * discount, charges));
  });
  if (!isTotal) throw new ReceiptUnreadable("settled amount and charges do not add up to the total");
  if (hasCurrency && !hasAllCharges(charges, amounts.length))
    throw new ReceiptUnreadable("the settled amount is joined from two lines");
}

/** If the amount is joined from two lines, the labels and amounts between them are missing. */
/** 15 % of the fee, rounded. */
function isVatOf(vat: bigint, fee: bigint): boolean {
  const rest = 100n * vat - 15n * fee;
  return rest > -100n && rest < 100n;
}

function hasAllCharges(charges: string, amounts: number): boolean {
  const labels = [...charges.matchAll(/\/ ?[A-Z+]/g)];
  return /\/ ?SERVICE FEE(?=[ \n:])/.test(charges) && labels.length === amounts;
}

/** Fee, VAT, discount and total; a few more are harmless. */
const maxAmounts = 8;

/** `2026-03-02 11:53:04`, in Addis Ababa. */
const readPaymentDate = (text: string) =>
  readAddisDate("payment date", /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/, text);

/** The word for the payer differs between templates. */
const payers = ["SENDER", "BUYER", "PAYER"];

function readSender(blocks: MpesaBlocks): string | null {
  const name = theOnlyLabel(
    blocks,
    payers.map((payer) => `${payer} NAME`),
  );
  // Not part of the result, but a document without it has lost a line.
  const numbers = payers.flatMap((payer) => [`${payer} PHONE NUMBER`, `${payer} NUMBER`]);
  blocks.value(theOnlyLabel(blocks, numbers));
  return blocks.value(name);
}

function theOnlyLabel(blocks: MpesaBlocks, labels: readonly string[]): string {
  const [label, another] = labels.filter(blocks.has);
  if (label === undefined || another !== undefined)
    throw new ReceiptUnreadable(`the receipt does not have exactly one of "${labels.join('", "')}"`);
  return label;
}

const accountLabel = "RECEIVER ACCOUNT NUMBER";

/**
 * A person has a phone number, a business its own number, a bank transfer an account at the bank that is named. A
 * template may print the other fields as empty.
 */
function readReceiver(
  blocks: MpesaBlocks,
): Pick<Receipt, "receiverName" | "receiverAccount" | "receiverBank"> {
  const receiverName = theOnlyValue(blocks, ["RECEIVER NAME", "RECEIVER BUSINESS NAME"]);
  const receiverAccount = theOnlyValue(blocks, [
    ...["RECEIVER NUMBER", "RECEIVER PHONE NUMBER", "RECEIVER BUSINESS NUMBER", accountLabel],
  ]);
  if (!/^\+?[\d*]{4,34}$/.test(receiverAccount) || !/\d/.test(receiverAccount))
    throw new ReceiptUnreadable("the receiver's number is malformed");
  // An account belongs to a bank. If one is printed without the other, a line is missing.
  const bankName = blocks.has("BANK NAME") || blocks.has(accountLabel) ? blocks.value("BANK NAME") : null;
  const isAtBank = blocks.has(accountLabel) && blocks.value(accountLabel) !== null;
  if ((bankName !== null) !== isAtBank)
    throw new ReceiptUnreadable("the receipt does not name a bank together with an account at it");
  return {
    receiverName,
    receiverAccount,
    ...(bankName !== null && { receiverBank: creditedBank(bankName) }),
  };
}

function theOnlyValue(blocks: MpesaBlocks, labels: readonly string[]): string {
  const [value, another] = labels.filter(blocks.has).flatMap((label) => blocks.value(label) ?? []);
  if (value === undefined || another !== undefined)
    throw new ReceiptUnreadable(`none of "${labels.join('", "')}" has a value`);
  return value;
}
