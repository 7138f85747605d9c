import { createHmac, hash } from "node:crypto";
import type { ReceiptIdentifiers } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";

/**
 * Identifies a receipt within an account: a keyed hash of (account, bank, the bank's transaction id). It outlives the
 * erasure of personal data. Without the key, references cannot be tried against a stolen table.
 */
export function receiptHash(key: string, userId: string, bank: BankCode, transactionId: string): Buffer {
  return createHmac("sha256", key).update(`${userId}\n${bank}\n${transactionId}`).digest();
}

/** Bank and all identifiers that are needed to read the receipt: the key of the cached verdict and of the topic. */
export function receiptKey(bank: BankCode, identifiers: ReceiptIdentifiers): string {
  const parts = [bank, identifiers.reference, identifiers.suffix ?? "", identifiers.phone ?? ""];
  return hash("sha256", parts.join("\n"), "base64url");
}
