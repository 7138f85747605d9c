import { walletReferenceDay } from "../reference-day.ts";

/** `DB3…` is 3 February 2026. */
const yearOfA = 2023;

/** Days since 1970-01-01 of the payment, as the first three characters tell it; undefined for no real day. */
export function telebirrReferenceDay(reference: string): number | undefined {
  return walletReferenceDay(reference, yearOfA);
}
