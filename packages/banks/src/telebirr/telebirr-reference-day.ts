import { walletReferenceDay } from "../reference-day.ts";

/** `DB3…` is 3 February 2026. */
const yearOfA = 2023;
/** Would be 2040; from here on the letters are M-Pesa's years. */
const firstForeignLetter = "R";

/**
 * Days since 1970-01-01 of the payment, as the first three characters tell it; undefined for no day that it can have.
 * CBE Birr counts from the same year.
 */
export function telebirrReferenceDay(reference: string): number | undefined {
  return reference < firstForeignLetter ? walletReferenceDay(reference, yearOfA) : undefined;
}
