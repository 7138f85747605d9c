import { type CandidateRules, isSure } from "./candidates/find-candidates.ts";
import { decodePicture } from "./decoding/decode-picture.ts";
import { formatOf } from "./decoding/picture-format.ts";
import { readCodes } from "./decoding/read-codes.ts";
import { type DocumentReading, isTooLarge } from "./document-reading.ts";
import { type Found, foundIn, foundInCode } from "./found-in-text.ts";
import { type GrayPicture, inverted, isDark } from "./pixels/gray-picture.ts";
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
  if (isTooLarge(format)) return { kind: "refused", reason: "too_many_pixels" };
  return await readPicture(await decodePicture(format.kind, bytes), models, rules);
}

/** Finds the references that decoded pixels show. */
export async function readPicture(
  picture: GrayPicture,
  models: Models,
  rules: CandidateRules,
): Promise<Found> {
  const found = foundInCode(await readCodes(picture), rules);
  if (found !== undefined) return found;
  const read = async (shown: GrayPicture) => {
    const rows = await recognizeText(shown, models, (sofar) => isSure(sofar, rules));
    return foundIn("recognized_text", rows, rules);
  };
  const asIs = await read(picture);
  if (sureness(asIs) >= SURE || !isDark(picture)) return asIs;
  const onBlack = await read(inverted(picture));
  return sureness(onBlack) > sureness(asIs) ? onBlack : asIs;
}

/** A dark picture that reads less surely is read inverted too. */
const SURE = 0.9;

const sureness = ({ candidates: [first] }: Found) => first?.confidence ?? 0;
