import { walletReferenceDay } from "../reference-day.ts";

/** `DB3…` is 3 February 2026. */
const yearOfA = 2023;
/** Would be 2040; the letters from here on are M-Pesa's years. */
const firstForeignLetter = "R";

/**
 * Day of the payment from the first three characters, as days since 1970-01-01; undefined for an impossible day. CBE
 * Birr starts in the same year.
 */
export function telebirrReferenceDay(reference: string): number | undefined {
  return reference < firstForeignLetter ? walletReferenceDay(reference, yearOfA) : undefined;
}
