import PDFDocument from "pdfkit";
import { type Payment, totalPaid } from "../payments/payment.ts";
import { localTimeOf, twoDigits } from "../receipts/addis-time.ts";
import { amountWords, groupedAmount } from "../receipts/amount-text.ts";
import { pdfBytes } from "../receipts/pdf-page.ts";
import { maskedCbeAccount } from "./cbe-identifiers.ts";

export interface CbeReceiptOptions {
  readonly title: string;
}

/**
 * The bank draws each block of labels before the block of its values, and text comes out of the PDF in that order.
 * Positions are in points on a Letter page, as on the bank's.
 */
export async function cbeReceiptPdf(payment: Payment, { title }: CbeReceiptOptions): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: "LETTER",
    margin: 0,
    // So that one payment always gives the same bytes.
    info: { CreationDate: payment.paidAt },
  });
  drawHeading(document, title);
  drawBlock(
    document,
    { x: 60, valueX: 160, heading: "Company Address & Other Information" },
    bankRows(payment),
  );
  drawBlock(document, { x: 300, valueX: 400, heading: "Customer Information" }, customerRows(payment));
  drawPayment(document, payment);
  drawFooter(document, localTimeOf(payment.paidAt).year);
  return pdfBytes(document);
}

type Row = readonly [label: string, value: string];

function drawHeading(document: PDFKit.PDFDocument, title: string): void {
  document.font("Helvetica").fontSize(20).text("Commercial Bank of Ethiopia", 190, 20, oneLine);
  document.fontSize(14).text(title, 200, 42, oneLine);
}

const oneLine = { lineBreak: false } as const;
const blockTop = 118;
const blockLineHeight = 10;

interface Block {
  readonly x: number;
  readonly valueX: number;
  readonly heading: string;
}

function drawBlock(document: PDFKit.PDFDocument, { x, valueX, heading }: Block, rows: readonly Row[]): void {
  document.fontSize(10).text(heading, x, blockTop - 19, oneLine);
  document.fontSize(8);
  for (const [index, [label]] of rows.entries()) {
    document.text(label, x, blockTop + index * blockLineHeight, oneLine);
  }
  for (const [index, [, value]] of rows.entries()) {
    if (value !== "") document.text(value, valueX, blockTop + index * blockLineHeight, oneLine);
  }
}

function bankRows({ reference }: Payment): readonly Row[] {
  return [
    ["Country:", "Ethiopia"],
    ["City:", "Addis Ababa"],
    ["Address:", "Sandbox St, 00"],
    ["Postal code:", "000"],
    ["SWIFT Code::", "SANDETAA"],
    ["Email:", "sandbox@example.com"],
    ["Tel:", "251-000-00-01"],
    ["Fax:", "251-000-00-02"],
    ["Tin:", "0000000000"],
    ["VAT Receipt No:", reference],
    ["VAT Registration No:", "000000"],
    ["VAT Registration Date:", "01/01/2000"],
  ];
}

/** The bank prints `_` for what it does not know, and for the region nothing at all. */
function customerRows({ sender }: Payment): readonly Row[] {
  return [
    ["Customer Name:", sender.name],
    ["Region:", ""],
    ["City:", "BISHOFTU"],
    ["Sub City:", "_"],
    ["Wereda/Kebele:", "_"],
    ["VAT Registration No:", "_"],
    ["VAT Registration Date:", "20200101"],
    ["TIN (TAX ID):", "_"],
    ["Branch:", "Sandbox Branch"],
  ];
}

function paymentRows(payment: Payment): readonly Row[] {
  const { amount, charges, paidAt, receiver, reference, sender } = payment;
  return [
    ["Payer", sender.name],
    ["Account", maskedCbeAccount(sender.account, 4)],
    ["Receiver", receiver.name],
    ["Account", maskedCbeAccount(receiver.account, 4)],
    ["Payment Date & Time", paymentTime(paidAt)],
    ["Reference No. (VAT Invoice No)", reference],
    ["Reason / Type of service", "goods done via Mobile"],
    ["Transferred Amount", `${groupedAmount(amount)} ETB`],
    // The PDF has no row for the disaster recovery levy; it is in here so that the total adds up.
    ["Commission or Service Charge", `${groupedAmount(charges.service + charges.levy)} ETB`],
    ["15% VAT on Commission", `${groupedAmount(charges.vat)} ETB`],
    ["Total amount debited from customers account", `${groupedAmount(totalPaid(payment))} ETB`],
  ];
}

const paymentRight = 502;

function drawPayment(document: PDFKit.PDFDocument, payment: Payment): void {
  document.fontSize(16).text("Payment / Transaction Information", 179, 258, oneLine);
  document.fontSize(10);
  for (const [index, [label, value]] of paymentRows(payment).entries()) {
    const y = 289 + index * 30;
    document.text(label, 100, y, oneLine);
    document.text(value, paymentRight - document.widthOfString(value), y, oneLine);
  }
  document.fontSize(11).text("Amount in Word", 76, 649, oneLine);
  document.fontSize(9).text(wordsOf(totalPaid(payment)), 200, 649, oneLine);
}

function drawFooter(document: PDFKit.PDFDocument, year: number): void {
  document.font("Helvetica-Oblique").fontSize(12).text("The Bank you can always rely on.", 205, 715, oneLine);
  const rights = `© ${year} Commercial Bank of Ethiopia. All rights reserved.`;
  document.font("Helvetica").fontSize(10).text(rights, 173, 728, oneLine);
}

/** `6/9/2025, 7:53:00 PM`: month first, seconds always 00. */
function paymentTime(instant: Date): string {
  const { year, month, day, hour, minute } = localTimeOf(instant);
  const half = hour < 12 ? "AM" : "PM";
  return `${month}/${day}/${year}, ${hour % 12 || 12}:${twoDigits(minute)}:00 ${half}`;
}

/** `ETB Two Thousand One Hundred & Zero cents` */
function wordsOf(santim: bigint): string {
  const { birr, cents } = amountWords(santim);
  const capitalized = birr.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return `ETB ${capitalized} & ${cents.charAt(0).toUpperCase()}${cents.slice(1)} cents`;
}
