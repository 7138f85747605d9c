import { readPdfText } from "@receipts/banks/pdf-text";
import type { CandidateRules } from "./candidates/find-candidates.ts";
import { certainRow } from "./candidates/read-letter.ts";
import { readPdfPictures } from "./decoding/pdf-pictures.ts";
import { maxPixels } from "./document-reading.ts";
import { type Found, foundIn } from "./found-in-text.ts";
import type { GrayPicture } from "./pixels/gray-picture.ts";

/** A PDF whose text has no reference: a scanned receipt is a picture on a page. */
export interface Scan {
  readonly kind: "scan";
  readonly written: Found;
  readonly pictures: readonly GrayPicture[];
}

/** Finds the references in the text of a PDF. Throws for a damaged one. */
export async function readPdf(bytes: Uint8Array, rules: CandidateRules): Promise<Found | Scan> {
  const text = await readPdfText(new Uint8Array(bytes));
  const rows = text.split("\n").map((line) => certainRow(line.trim()));
  const written = foundIn("pdf_text", rows, rules);
  if (written.candidates.length > 0) return written;
  return { kind: "scan", written, pictures: await readPdfPictures(new Uint8Array(bytes), maxPixels) };
}
