import { readPdfText } from "@receipts/banks/pdf-text";
import type { CandidateRules } from "./candidates/find-candidates.ts";
import { certainRow } from "./candidates/read-letter.ts";
import { readPdfPage } from "./decoding/pdf-page.ts";
import { readCodes } from "./decoding/read-codes.ts";
import { isTooLarge, maxPixels } from "./document-reading.ts";
import { type Found, foundIn, foundInCode } from "./found-in-text.ts";
import { type GrayPicture, onWhite } from "./pixels/gray-picture.ts";

/** Below it, a picture is a logo. */
const minPixels = 40_000;
const maxScans = 2;
/** A page has a code or two among its logos. */
const maxCodePictures = 8;

/** A code has at least 21 squares across. A line or a banner has none, and would be enlarged to a huge picture. */
function mayShowCode({ width, height }: GrayPicture): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short >= 21 && long <= 3 * short;
}

/** A PDF whose text has no reference: a scanned receipt is a picture on a page. */
export interface Scan {
  readonly kind: "scan";
  readonly written: Found;
  readonly pictures: readonly GrayPicture[];
}

/** Finds the references in the codes or else in the text of a PDF. Throws for a damaged one. */
export async function readPdf(bytes: Uint8Array, rules: CandidateRules): Promise<Found | Scan> {
  const text = await readPdfText(new Uint8Array(bytes));
  const { drawing, pictures } = await readPdfPage(new Uint8Array(bytes), maxPixels);
  const shown = pictures.filter(mayShowCode).slice(0, maxCodePictures);
  for (const picture of [...(drawing === undefined ? [] : [drawing]), ...shown.map(onWhite)]) {
    const found = foundInCode(await readCodes(picture), rules);
    if (found !== undefined) return found;
  }
  const rows = text.split("\n").map((line) => certainRow(line.trim()));
  const written = foundIn("pdf_text", rows, rules);
  if (written.candidates.length > 0) return written;
  const scans = pictures.filter(
    (picture) => picture.width * picture.height >= minPixels && !isTooLarge(picture),
  );
  return { kind: "scan", written, pictures: scans.slice(0, maxScans) };
}
