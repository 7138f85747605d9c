import { walletReferenceDay } from "../reference-day.ts";

/** `UC2…` is 2 March 2026. */
const yearOfA = 2006;
/** 2023. The letters before it are years of telebirr and CBE Birr, which start elsewhere. */
const firstYearLetter = "R";

/** Day of the payment from the first three characters, as days since 1970-01-01; undefined for an impossible day. */
export function mpesaReferenceDay(reference: string): number | undefined {
  return reference < firstYearLetter ? undefined : walletReferenceDay(reference, yearOfA);
}
