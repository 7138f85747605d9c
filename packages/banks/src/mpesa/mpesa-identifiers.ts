import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { createWalletReference } from "../wallet-references.ts";
import { mpesaReferenceDay } from "./mpesa-reference-day.ts";

/** One transaction number, case-insensitive. */
export function createMpesaIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createWalletReference(isKnownHost, {
    shape: /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/,
    referenceDay: mpesaReferenceDay,
    expectedReference:
      "must be an M-Pesa transaction number of 10 letters and digits such as UC25MN8R1T, or the receipt's link or SMS",
    // The page in the SMS, and the address that it loads.
    inLink: ({ pathname, searchParams }) =>
      /^\/api\/receipt\/getreceipt\/?$/i.test(pathname)
        ? (searchParams.get("trxNo") ?? undefined)
        : /^\/receipt\/([A-Za-z0-9]{10})(?![A-Za-z0-9])/i.exec(pathname)?.[1],
    noSuchDay:
      "starts with a date that is impossible for M-Pesa: check its first three characters (U is 2026; telebirr and CBE Birr have D)",
  });
}
