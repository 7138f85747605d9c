import { parseSantim, type Santim } from "@receipts/contracts";
import { ReceiptUnreadable } from "./bank-failure.ts";

/** Throws `ReceiptUnreadable` unless the text is a plain number of birr. */
export function readSantim(label: string, text: string | undefined): Santim {
  const amount = text === undefined ? undefined : parseSantim(text);
  if (amount === undefined) throw new ReceiptUnreadable(`"${label}" is not an amount`);
  return amount;
}

/** `ETB 20,475.00` → `20,475.00` */
export function withoutEtb(text: string): string | undefined {
  return /^ETB ?([\d.,]+)$/.exec(text)?.[1];
}

/** As `readSantim`, but rejects an amount of zero. */
export function readPaidSantim(label: string, text: string | undefined): Santim {
  const amount = readSantim(label, text);
  if (amount === 0n) throw new ReceiptUnreadable(`"${label}" is zero`);
  return amount;
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
