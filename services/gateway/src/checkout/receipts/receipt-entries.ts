import { isDeepStrictEqual } from "node:util";
import type { BankCode, PaymentOption } from "@receipts/contracts";
import type { VerifyRules } from "../../verification/verify-command.ts";
import { readReceiptText } from "./read-receipt-text.ts";

/** What the form needs for a receipt. */
export interface ReceiptEntry {
  readonly bank: BankCode;
  readonly text: string;
  /** Only if the bank requires it; empty if the payer must add it. */
  readonly suffix?: string;
  readonly phone?: string;
}

interface NamedReceipt {
  readonly bank: BankCode;
  readonly identifiers: Readonly<Record<"suffix" | "phone", string | null>> & { readonly reference: string };
}

/** Returns the receipts of offered banks, in their order. */
export function receiptEntries(
  rules: Pick<VerifyRules, "banks" | "detect">,
  options: readonly PaymentOption[],
  receipts: readonly NamedReceipt[],
): ReceiptEntry[] {
  const offered = new Set(options.map(({ bank }) => bank));
  const entries = receipts
    .filter(({ bank }) => offered.has(bank))
    .map(({ bank, identifiers }): ReceiptEntry => {
      const text = identifiers.reference;
      const read = readReceiptText(rules, options, { text, bank });
      const missing = read.kind === "unreadable" ? read.missing.map(({ field }) => field) : [];
      return {
        bank,
        text,
        ...(missing.includes("suffix") && { suffix: identifiers.suffix ?? "" }),
        ...(missing.includes("phone") && { phone: identifiers.phone ?? "" }),
      };
    });
  return entries.filter(
    (entry, index) => entries.findIndex((other) => isDeepStrictEqual(other, entry)) === index,
  );
}
