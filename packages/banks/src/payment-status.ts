import type { Receipt } from "./bank-adapter.ts";
import { ReceiptUnreadable } from "./bank-failure.ts";

const reversedWords = new Set(
  "reversed reversal refunded failed failure cancelled canceled declined rejected expired".split(" "),
);

/** Case-insensitive. Throws `ReceiptUnreadable` for a word that is not known to be final. */
export function readPaymentStatus(word: string, completedWords: readonly string[]): Receipt["paymentStatus"] {
  const status = word.toLowerCase();
  if (completedWords.includes(status)) return "completed";
  if (reversedWords.has(status)) return "reversed";
  throw new ReceiptUnreadable("the payment status is unknown");
}
