import { once } from "node:events";
import PDFDocument from "pdfkit";
import { createBoxLetters } from "./box-letters.ts";

/** Text at a place on an A4 page, in points from its upper left corner. */
export interface PlacedText {
  readonly x: number;
  readonly y: number;
  /** May begin with Ethiopic letters, which the built-in fonts lack. */
  readonly text: string;
  /** Default: 9 points. */
  readonly size?: number;
}

/** One page. Text is extracted from a PDF in drawing order, regardless of its position. */
export async function pdfPage(texts: readonly PlacedText[], createdAt: Date): Promise<Uint8Array> {
  // A fixed date, so that one payment always gives the same bytes.
  const document = new PDFDocument({ size: "A4", margin: 0, info: { CreationDate: createdAt } });
  document.font("Helvetica");
  const beginnings = texts.map(({ text }) => ethiopicBeginning(text));
  const boxes = beginnings.some((text) => text !== "") ? createBoxLetters(document, beginnings) : undefined;
  for (const [index, { x, y, text, size = 9 }] of texts.entries()) {
    const beginning = beginnings[index] ?? "";
    const place = { x, baseline: y + size * ascent, size };
    const written = beginning === "" ? 0 : (boxes?.write(beginning, place) ?? 0);
    const rest = text.slice(beginning.length);
    if (rest !== "") document.fontSize(size).text(rest, x + written, y, { lineBreak: false });
  }
  return pdfBytes(document);
}

/** Ascent of Helvetica above the baseline, as a share of the size. */
const ascent = 0.718;

function ethiopicBeginning(text: string): string {
  return /^\p{Script=Ethiopic}[\p{Script=Ethiopic} .]*/u.exec(text)?.[0] ?? "";
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
