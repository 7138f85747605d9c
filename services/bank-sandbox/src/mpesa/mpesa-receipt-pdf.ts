import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, dashedDate, localTimeOf } from "../receipts/addis-time.ts";
import { amountWords, groupedAmount } from "../receipts/amount-text.ts";
import { type PlacedText, pdfPage } from "../receipts/pdf-page.ts";
import { mpesaLabel as label } from "./mpesa-labels.ts";
import { maskedMpesaPhone } from "./mpesa-sms.ts";

/** The older template says "payer", and joins the values of the receipt's row. */
function isPayerTemplate({ type }: Payment): boolean {
  return type === "payer-template";
}

/**
 * Lines of text in the order in which they are extracted from the bank's PDF: most values below their labels, some
 * above.
 */
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

function payerLines(payment: Payment): string[] {
  const { name, account } = payment.sender;
  const phone = maskedMpesaPhone(account);
  if (isPayerTemplate(payment)) return [label("PAYER NAME"), name, label("PAYER PHONE NUMBER"), phone];
  return payment.type === "merchant"
    ? [label("BUYER NAME"), name, label("BUYER PHONE NUMBER"), phone, label("BUYER TIN NO"), spacedEmpty]
    : [label("SENDER NAME"), name, label("SENDER PHONE NUMBER"), phone, label("SENDER TIN NO"), spacedEmpty];
}

/** The bank has three ways to print an empty value. */
const spacedEmpty = "- - -";

function emptyValues(payment: Payment): readonly [string, string, string] {
  return isPayerTemplate(payment) ? ["---", "null", "null"] : [spacedEmpty, spacedEmpty, spacedEmpty];
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

function settlementLines(payment: Payment): Line[] {
  const local = localTimeOf(payment.paidAt);
  const values = [
    ...[payment.reference, `${dashedDate(local)} ${clockOf(local)}`],
    groupedAmount(payment.amount),
  ];
  return [
    [label("RECEIPT NO"), label("PAYMENT DATE"), label("SETTLED AMOUNT")],
    isPayerTemplate(payment) ? values.join("") : values,
  ];
}

/** The fee and its VAT are above the labels, the other two values below theirs. */
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
  const [reason, packageDetails, validity] = emptyValues(payment);
  return [
    ...[label("PAYMENT METHOD"), "M-PESA"],
    // These two are together, followed by their values in the same order.
    ...[label("TRANSACTION TYPE"), label("PAYMENT CHANNEL"), transactionType(payment), "Mobile App"],
    ...[label("PAYMENT REASON"), reason],
    ...[label("PACKAGE DETAILS"), packageDetails],
    ...[label("VALIDITY PERIOD"), validity],
  ];
}

function transactionType({ receiver, type }: Payment): string {
  if (receiver.bankName !== undefined) return "Send Money to Bank";
  return type === "merchant" ? "Buy Goods" : "Send Money";
}

function inBirr(santim: bigint): string {
  return `${groupedAmount(santim)} Birr`;
}
