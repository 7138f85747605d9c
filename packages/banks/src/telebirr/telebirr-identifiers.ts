import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { createWalletReference } from "../wallet-references.ts";
import { numberInCode, numbersWithScannersLetter, withoutScannersLetter } from "./telebirr-code.ts";
import { telebirrReferenceDay } from "./telebirr-reference-day.ts";

/** One transaction number, case-insensitive. */
export function createTelebirrIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createWalletReference(isKnownHost, {
    shape: /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/,
    fromCode: (text) => numberInCode(text) ?? withoutScannersLetter(text),
    inMessage: numbersWithScannersLetter,
    referenceDay: telebirrReferenceDay,
    expectedReference:
      "must be a telebirr transaction number of 10 letters and digits such as DB34K9WQ7X, or the receipt's link or SMS",
    inLink: ({ pathname }) => /^\/receipt\/([A-Za-z0-9]{10})[A-Za-z]?(?![A-Za-z0-9])/i.exec(pathname)?.[1],
    noSuchDay:
      "starts with a date that is impossible for telebirr: check its first three characters (D is 2026; M-Pesa has U)",
  });
}
