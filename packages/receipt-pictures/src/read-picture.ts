import { plainTextsOf } from "./candidates/code-texts.ts";
import { type CandidateRules, isSure } from "./candidates/find-candidates.ts";
import { certainRow } from "./candidates/read-letter.ts";
import { decodePicture } from "./decoding/decode-picture.ts";
import { formatOf } from "./decoding/picture-format.ts";
import { readCodes } from "./decoding/read-codes.ts";
import { type DocumentReading, maxPixels } from "./document-reading.ts";
import { type Found, foundIn, shortened } from "./found-in-text.ts";
import type { GrayPicture } from "./pixels/gray-picture.ts";
import type { Models } from "./recognition/models.ts";
import { recognizeText } from "./recognition/recognize-text.ts";

/** Finds the references that a PNG, JPEG or WebP file shows. Throws for a damaged one. */
export async function readPictureFile(
  bytes: Uint8Array,
  models: Models,
  rules: CandidateRules,
): Promise<DocumentReading> {
  const format = formatOf(bytes);
  if (format === undefined) return { kind: "refused", reason: "unsupported_format" };
  if (format.width * format.height > maxPixels) return { kind: "refused", reason: "too_many_pixels" };
  return await readPicture(await decodePicture(format.kind, bytes), models, rules);
}

/** Finds the references that decoded pixels show. */
export async function readPicture(
  picture: GrayPicture,
  models: Models,
  rules: CandidateRules,
): Promise<Found> {
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
