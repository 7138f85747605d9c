import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, dashedDate, localTimeOf } from "../receipts/addis-time.ts";
import { amountWords, groupedAmount } from "../receipts/amount-text.ts";
import { type PlacedText, pdfPage } from "../receipts/pdf-page.ts";
import { maskedMpesaPhone } from "./mpesa-sms.ts";

/** A label stands after the slash that parts it from its Amharic, which the built-in font has no letters for. */
const label = (english: string) => `/ ${english}`;
const empty = "- - -";

/** Lines of text in the order in which the bank's own come out of its PDF: most values below their labels, some above. */
export function mpesaReceiptPdf(payment: Payment): Promise<Uint8Array> {
  const lines: readonly Line[] = [
    "M-PESA CUSTOMER RECEIPT",
    label("TRANSACTION INFORMATION"),
    ...payerLines(payment),
    ...receiverLines(payment),
    ...[label("TRANSACTION ID"), payment.reference],
    label("TRANSACTION DETAIL"),
    ...settlementLines(payment),
    ...chargeLines(payment),
    ...describingLines(payment),
    ...["SCAN TO VERIFY", "THANK YOU FOR USING M-PESA", "Safaricom Telecommunications Ethiopia PLC"],
  ];
  return pdfPage(lines.flatMap(placeLine), payment.paidAt);
}

/** One text, or one for each column. */
type Line = string | readonly string[];

const lineHeight = 17;
const columns = [60, 220, 400];

function placeLine(line: Line, index: number): PlacedText[] {
  const y = 40 + index * lineHeight;
  return [line].flat().map((text, column) => ({ x: columns[column] ?? 0, y, text }));
}

function payerLines({ sender, type }: Payment): string[] {
  const payer = type === "merchant" ? "BUYER" : "SENDER";
  return [
    ...[label(`${payer} NAME`), sender.name],
    ...[label(`${payer} PHONE NUMBER`), maskedMpesaPhone(sender.account)],
    ...[label(`${payer} TIN NO`), empty],
  ];
}

function receiverLines({ receiver, type }: Payment): string[] {
  const { account, bankName, name } = receiver;
  if (bankName !== undefined) {
    return [
      ...[label("RECEIVER NAME"), name],
      ...[label("BANK NAME"), bankName],
      ...[label("RECEIVER ACCOUNT NUMBER"), account],
    ];
  }
  return type === "merchant"
    ? [label("RECEIVER BUSINESS NAME"), name, label("RECEIVER BUSINESS NUMBER"), account]
    : [label("RECEIVER NAME"), name, label("RECEIVER NUMBER"), maskedMpesaPhone(account)];
}

function settlementLines({ amount, paidAt, reference }: Payment): Line[] {
  const local = localTimeOf(paidAt);
  return [
    [label("RECEIPT NO"), label("PAYMENT DATE"), label("SETTLED AMOUNT")],
    [reference, `${dashedDate(local)} ${clockOf(local)}`, groupedAmount(amount)],
  ];
}

/** The fee and its VAT stand above the labels, the other two values below theirs. */
function chargeLines(payment: Payment): string[] {
  const { service, vat } = payment.charges;
  const { birr, cents } = amountWords(totalPaid(payment));
  return [
    ...[inBirr(service), inBirr(vat)],
    label("SERVICE FEE"),
    ...[label("DISCOUNT"), inBirr(0n)],
    label("+ 15% VAT"),
    ...[label("TOTAL"), inBirr(totalPaid(payment))],
    ...[label("TOTAL AMOUNT IN WORDS"), `${birr} birr and ${cents} cents`],
  ];
}

function describingLines(payment: Payment): string[] {
  return [
    ...[label("PAYMENT METHOD"), "M-PESA"],
    // These two stand together, and their values after them in the same order.
    ...[label("TRANSACTION TYPE"), label("PAYMENT CHANNEL"), transactionType(payment), "Mobile App"],
    ...[label("PAYMENT REASON"), empty],
    ...[label("PACKAGE DETAILS"), empty],
    ...[label("VALIDITY PERIOD"), empty],
  ];
}

function transactionType({ receiver, type }: Payment): string {
  if (receiver.bankName !== undefined) return "Send Money to Bank";
  return type === "merchant" ? "Buy Goods" : "Send Money";
}

function inBirr(santim: bigint): string {
  return `${groupedAmount(santim)} Birr`;
}
