import { once } from "node:events";
import PDFDocument from "pdfkit";

/** Text at a place on an A4 page, in points from its upper left corner. */
export interface PlacedText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** 9 points when absent. */
  readonly size?: number;
}

/** One page. Text comes out of a PDF in the order in which it was drawn, wherever it stands. */
export async function pdfPage(texts: readonly PlacedText[], createdAt: Date): Promise<Uint8Array> {
  // The date is given so that one payment always gives the same bytes.
  const document = new PDFDocument({ size: "A4", margin: 0, info: { CreationDate: createdAt } });
  document.font("Helvetica");
  for (const { x, y, text, size = 9 } of texts) {
    if (text !== "") document.fontSize(size).text(text, x, y, { lineBreak: false });
  }
  return pdfBytes(document);
}

/** Ends the document. */
export async function pdfBytes(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = once(document, "end");
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
