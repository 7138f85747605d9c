import { ReceiptUnreadable } from "./bank-failure.ts";

/** Throws `ReceiptUnreadable` for bytes that are not UTF-8: a cut or damaged document. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ReceiptUnreadable("the document is not UTF-8", error);
  }
}

/** For looking for a sentence only: damaged bytes become replacement characters. */
export function looseText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes);
}

/** Runs of white space, no-break ones included, become one space. */
export function oneSpaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
