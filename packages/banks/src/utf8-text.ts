import { ReceiptUnreadable } from "./bank-failure.ts";

const strictly = new TextDecoder("utf-8", { fatal: true });
const loosely = new TextDecoder("utf-8");

/** Throws `ReceiptUnreadable` for bytes that are not UTF-8, as in a cut or damaged document. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return strictly.decode(bytes);
  } catch (error) {
    throw new ReceiptUnreadable("the document is not UTF-8", error);
  }
}

/** Use it only to search for a sentence: damaged bytes become replacement characters. */
export function looseText(bytes: Uint8Array): string {
  return loosely.decode(bytes);
}

/** Runs of white space, no-break spaces included, become one space. */
export function oneSpaced(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, " ").trim() : text.trim();
}
