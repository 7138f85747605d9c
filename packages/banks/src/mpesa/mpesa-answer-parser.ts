import { z } from "zod";
import { BankUnavailable, ReceiptUnreadable } from "../bank-failure.ts";
import { readStrictJson } from "../strict-json.ts";

const answerSchema = z.object({
  responseCode: z.union([z.string().regex(/^-?[A-Za-z0-9_.-]{1,40}$/), z.number().int()]),
  responseDescription: z.string().nullish(),
  base64Data: z.string().nullish(),
});

export type MpesaAnswer = { readonly kind: "pdf"; readonly pdf: Uint8Array } | { readonly kind: "not_found" };

/**
 * The bank's JSON round the PDF. Code 0 comes with a PDF, any other without one; an answer that says both or neither is
 * none. Throws `BankUnavailable` when the words tell of a passing trouble, `ReceiptUnreadable` for what is not known.
 */
export function parseMpesaAnswer(text: string): MpesaAnswer {
  const { responseCode, responseDescription, base64Data } = readStrictJson(text, answerSchema);
  const isFound = String(responseCode) === "0";
  const data = base64Data?.trim() ?? "";
  if (isFound !== (data !== "")) throw new ReceiptUnreadable("the code and the data contradict each other");
  if (isFound) return { kind: "pdf", pdf: decodeBase64(data) };
  checkSaysNoReceipt(responseDescription ?? "");
  return { kind: "not_found" };
}

/** Whatever else the description says: the answer is of a trouble, not of a receipt. */
const trouble = /busy|time(?:d|s)?[ -]?out|internal|unavailable|overload|maintenance|exception/i;
const missing = [
  /\bno (?:such |matching |valid )?(?:receipt|transaction|record|reference|payment|data|result)s?\b/i,
  /\b(?:invalid|unknown) (?:receipt|transaction|trx\w*|reference|payment)\b/i,
  /^\W*(?:not found|does not exist|invalid)\W*$/i,
];
/** "The receipt 123 could not be found": what is missing, and after it that it is. */
const missed = /\b(?:receipt|transaction|trx|record|reference|payment|data|result)/i;
const isMissed =
  /\b(?:not found|does not exist|doesn't exist|could not be found|cannot be found|can't be found|invalid|unknown)\b/i;
const laterWords = /\bsystem\b|try again|\blater\b/i;

/** Codes are not known, so its words have to say that there is no receipt: a wrong "no" would be final. */
function checkSaysNoReceipt(description: string): void {
  const words = description.slice(0, 300);
  const isMiss =
    missing.some((sign) => sign.test(words)) ||
    isMissed.test(words.slice(missed.exec(words)?.index ?? words.length));
  if (trouble.test(words) || (!isMiss && laterWords.test(words)))
    throw new BankUnavailable("the bank says that it cannot answer now");
  if (!isMiss) throw new ReceiptUnreadable("the bank's code comes with words that we do not know");
}

/** The built-in decoder leaves out what is no base64, which would be a part of the document. */
function decodeBase64(data: string): Uint8Array {
  const digits = data.replaceAll(/[\r\n]/g, "");
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(digits))
    throw new ReceiptUnreadable("the data is not base64");
  return Buffer.from(digits, "base64");
}
