import { createHmac, hash } from "node:crypto";
import type { ReceiptIdentifiers } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";

/**
 * What one receipt is within one account: a keyed hash of (account, bank, the bank's transaction id). It outlives the
 * erasure of personal data, and without the key nobody can try references against a stolen table.
 */
export function receiptHash(key: string, userId: string, bank: BankCode, transactionId: string): Buffer {
  return createHmac("sha256", key).update(`${userId}\n${bank}\n${transactionId}`).digest();
}

/** Bank and every identifier that is needed to read the receipt: the cached verdict's key and the topic's. */
export function receiptKey(bank: BankCode, identifiers: ReceiptIdentifiers): string {
  const parts = [bank, identifiers.reference, identifiers.suffix ?? "", identifiers.phone ?? ""];
  return hash("sha256", parts.join("\n"), "base64url");
}
