import { walletReferenceDay } from "../reference-day.ts";

/** `UC2…` is 2 March 2026. */
const yearOfA = 2006;
/** 2023. The letters before it are the years of telebirr and CBE Birr, which count from elsewhere. */
const firstYearLetter = "R";

/** Days since 1970-01-01 of the payment, as the first three characters tell it; undefined for no day that it can have. */
export function mpesaReferenceDay(reference: string): number | undefined {
  return reference < firstYearLetter ? undefined : walletReferenceDay(reference, yearOfA);
}
