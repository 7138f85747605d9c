import { z } from "zod";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";
import { readStrictJson } from "../strict-json.ts";

const responseSchema = z.object({
  responseCode: z.union([z.string().regex(/^-?[A-Za-z0-9_.-]{1,40}$/), z.number().int()]),
  responseDescription: z.string().nullish(),
  base64Data: z.string().nullish(),
});

export type MpesaResponse =
  | { readonly kind: "pdf"; readonly pdf: Uint8Array }
  | { readonly kind: "not_found" };

/**
 * Parses the bank's JSON around the PDF. Code 0 comes with a PDF, any other code without one; a response with both or
 * neither is invalid. Throws `BankUnavailable` if the description indicates a temporary failure, and
 * `ReceiptUnreadable` for unknown content.
 */
export function parseMpesaResponse(text: string): MpesaResponse {
  const { responseCode, responseDescription, base64Data } = readStrictJson(text, responseSchema);
  const isFound = String(responseCode) === "0";
  const data = base64Data?.trim() ?? "";
  if (isFound !== (data !== "")) throw new ReceiptUnreadable("the code and the data contradict each other");
  if (isFound) return { kind: "pdf", pdf: decodeBase64(data) };
  checkSaysNoReceipt(responseDescription ?? "");
  return { kind: "not_found" };
}

/** These words indicate a failure rather than a receipt, regardless of the rest of the description. */
const temporaryFailure = /busy|time(?:d|s)?[ -]?out|internal|unavailable|overload|maintenance|exception/i;
const missing = [
  /\bno (?:such |matching |valid )?(?:receipt|transaction|record|reference|payment|data|result)s?\b/i,
  /\b(?:invalid|unknown) (?:receipt|transaction|trx|reference|payment)/i,
  /^\W*(?:not found|does not exist|invalid)\W*$/i,
];
/** "The receipt 123 could not be found": a noun, followed by words that report it missing. */
const missed = /\b(?:receipt|transaction|trx|record|reference|payment|data|result)/i;
const isMissed =
  /\b(?:not found|does not exist|doesn't exist|could not be found|cannot be found|can't be found|invalid|unknown)\b/i;
const laterWords = /\bsystem\b|try again|\blater\b/i;

/**
 * The codes are unknown, so the description must state that there is no receipt: a wrong "not found" would be final.
 */
function checkSaysNoReceipt(description: string): void {
  const words = description.slice(0, 300);
  const isMiss =
    missing.some((sign) => sign.test(words)) ||
    isMissed.test(words.slice(missed.exec(words)?.index ?? words.length));
  if (temporaryFailure.test(words) || (!isMiss && laterWords.test(words)))
    throw new BankUnavailable("the bank reports a temporary failure");
  if (!isMiss) throw new ReceiptUnreadable("the bank's code comes with unknown text");
}

/** The built-in decoder skips invalid base64, which would drop a part of the document. */
function decodeBase64(data: string): Uint8Array {
  const digits = data.replaceAll(/[\r\n]/g, "");
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(digits))
    throw new ReceiptUnreadable("the data is not base64");
  return Buffer.from(digits, "base64");
}
