import PDFDocument from "pdfkit";
import { type Payment, totalPaid } from "../payments/payment.ts";
import { localTimeOf } from "../receipts/addis-time.ts";
import { amountWords } from "../receipts/amount-text.ts";
import { pdfBytes } from "../receipts/pdf-page.ts";
import { type CbeRow, type CbeTemplate, currentTemplate, template2024 } from "./cbe-template-rows.ts";

export interface CbeReceiptOptions {
  /** Title of the current template; the one of 2024 has its own. */
  readonly title: string;
}

/**
 * The bank draws each block of labels before the block of its values, and text is extracted in that order. Positions
 * are in points on a Letter page, as at the bank.
 */
export async function cbeReceiptPdf(payment: Payment, { title }: CbeReceiptOptions): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: "LETTER",
    margin: 0,
    // A fixed date, so that one payment always gives the same bytes.
    info: { CreationDate: payment.paidAt },
  });
  const isOld = payment.type === "template-2024";
  const template = isOld ? template2024 : currentTemplate;
  drawHeading(document, isOld ? "Customer Receipt" : title);
  drawBlock(document, { x: 60, valueX: 160, heading: template.bankHeading }, template.bankRows(payment));
  drawBlock(
    document,
    { x: 300, valueX: 400, heading: "Customer Information" },
    template.customerRows(payment),
  );
  drawPayment(document, payment, template);
  drawFooter(document, localTimeOf(payment.paidAt).year);
  return pdfBytes(document);
}

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

function drawBlock(
  document: PDFKit.PDFDocument,
  { x, valueX, heading }: Block,
  rows: readonly CbeRow[],
): void {
  document.fontSize(10).text(heading, x, blockTop - 19, oneLine);
  document.fontSize(8);
  for (const [index, [label]] of rows.entries()) {
    document.text(label, x, blockTop + index * blockLineHeight, oneLine);
  }
  for (const [index, [, value]] of rows.entries()) {
    if (value !== "") document.text(value, valueX, blockTop + index * blockLineHeight, oneLine);
  }
}

const paymentRight = 502;

function drawPayment(document: PDFKit.PDFDocument, payment: Payment, template: CbeTemplate): void {
  document.fontSize(16).text(template.paymentHeading, 179, 258, oneLine);
  document.fontSize(10);
  for (const [index, [label, value]] of template.paymentRows(payment).entries()) {
    const y = 289 + index * 30;
    document.text(label, 100, y, oneLine);
    if (value !== "") document.text(value, paymentRight - document.widthOfString(value), y, oneLine);
  }
  // The old template prints no charges to the payer, and spells the transferred amount.
  const spelled = payment.type === "template-2024" ? payment.amount : totalPaid(payment);
  document.fontSize(11).text("Amount in Word", 76, 649, oneLine);
  document.fontSize(9).text(wordsOf(spelled), 200, 649, oneLine);
}

function drawFooter(document: PDFKit.PDFDocument, year: number): void {
  document.font("Helvetica-Oblique").fontSize(12).text("The Bank you can always rely on.", 205, 715, oneLine);
  const rights = `© ${year} Commercial Bank of Ethiopia. All rights reserved.`;
  document.font("Helvetica").fontSize(10).text(rights, 173, 728, oneLine);
}

/** `ETB Nine Hundred Forty & Zero cents` */
function wordsOf(santim: bigint): string {
  const { birr, cents } = amountWords(santim);
  const capitalized = birr.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return `ETB ${capitalized} & ${cents.charAt(0).toUpperCase()}${cents.slice(1)} cents`;
}
