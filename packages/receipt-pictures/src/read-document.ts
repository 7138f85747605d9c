import { readPdfText } from "@receipts/banks/pdf-text";
import { plainTextsOf } from "./candidates/code-texts.ts";
import { type CandidateRules, findCandidates, isSure } from "./candidates/find-candidates.ts";
import { certainRow, likeliestText, type TextRow } from "./candidates/read-letter.ts";
import { decodePicture } from "./decoding/decode-picture.ts";
import { readPdfPictures } from "./decoding/pdf-pictures.ts";
import { formatOf } from "./decoding/picture-format.ts";
import { readCodes } from "./decoding/read-codes.ts";
import type { DocumentReading } from "./document-reading.ts";
import type { GrayPicture } from "./pixels/gray-picture.ts";
import type { Models } from "./recognition/models.ts";
import { recognizeText } from "./recognition/recognize-text.ts";

const maxPixels = 40_000_000;
/** Returned text beyond it is cut off. */
const maxCharacters = 4_000;

type Found = Exclude<DocumentReading, { kind: "refused" }>;

/** Finds the references that a document shows. Throws for a damaged one. */
export async function readDocument(
  bytes: Uint8Array,
  models: Models,
  rules: CandidateRules,
): Promise<DocumentReading> {
  const format = formatOf(bytes);
  if (format === undefined) return { kind: "refused", reason: "unsupported_format" };
  if (format.kind === "pdf") return await readPdf(bytes, models, rules);
  if (format.width * format.height > maxPixels) return { kind: "refused", reason: "too_many_pixels" };
  return await readPicture(await decodePicture(format.kind, bytes), models, rules);
}

async function readPdf(bytes: Uint8Array, models: Models, rules: CandidateRules): Promise<Found> {
  const text = await readPdfText(new Uint8Array(bytes));
  const rows = text.split("\n").map((line) => certainRow(line.trim()));
  const written = foundIn("pdf_text", rows, rules);
  if (written.candidates.length > 0) return written;
  // A scanned receipt is a picture on a page.
  for (const picture of await readPdfPictures(new Uint8Array(bytes), maxPixels)) {
    const pictured = await readPicture(picture, models, rules);
    if (pictured.candidates.length > 0) return pictured;
  }
  return written;
}

async function readPicture(picture: GrayPicture, models: Models, rules: CandidateRules): Promise<Found> {
  const codes = await readCodes(picture);
  for (const code of codes) {
    for (const text of plainTextsOf(code)) {
      const found = foundIn("qr", [certainRow(text)], rules);
      if (found.candidates.length > 0) return { ...found, text: shortened(code) };
    }
  }
  const rows = await recognizeText(picture, models, (sofar) => isSure(sofar, rules));
  return foundIn("recognized_text", rows, rules);
}

function foundIn(kind: Found["kind"], rows: readonly TextRow[], rules: CandidateRules): Found {
  const text = shortened(rows.map(likeliestText).join("\n"));
  return { kind, text, candidates: findCandidates(rows, rules) };
}

function shortened(text: string): string {
  return text.trim().slice(0, maxCharacters);
}
