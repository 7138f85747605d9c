import { type BankCode, bankNames } from "@receipts/contracts";
import type { ReceiptDocument } from "./bank-adapter.ts";
import { findBank } from "./bank-registry.ts";
import { looseText } from "./utf8-text.ts";

/** A whole PDF has an end mark in its last bytes. */
const endBytes = 1_024;

/**
 * Whether a document that could not be read may be another one at the next attempt. It is then empty, cut before its
 * end, or without a sign of the bank, such as a proxy's page. A whole page of the bank stays the same.
 */
export function isPassingResponse(
  { body }: ReceiptDocument,
  { bank, reference }: { readonly bank: BankCode; readonly reference: string },
): boolean {
  const start = looseText(body.subarray(0, endBytes)).trimStart();
  if (start === "") return looseText(body).trim() === "";
  if (start.startsWith("%PDF")) return !looseText(body.subarray(-endBytes)).includes("%%EOF");
  const text = looseText(body);
  if (/^[{[]/.test(start)) return !isJson(text);
  if (/<(?:!doctype|html)\b/i.test(start) && !/<\/html>\s*$/i.test(text)) return true;
  return !isOfBank(text, bank, reference);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const compact = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** By the reference that was asked for, by the bank's name or by one of its hosts. */
function isOfBank(text: string, bank: BankCode, reference: string): boolean {
  const { signs, printed } = findBank(bank) ?? {};
  const words = [...bankNames(bank), ...(signs?.hosts ?? []), ...(printed?.titles ?? []), reference];
  const plain = compact(text);
  return words.some((word) => plain.includes(compact(word)));
}
