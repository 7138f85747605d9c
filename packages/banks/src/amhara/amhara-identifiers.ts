import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { createDatedReference } from "../lone-reference.ts";
import { coreBankingReferenceDay } from "../reference-day.ts";

export function createAmharaIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createDatedReference(isKnownHost, {
    shape: /^FT\d{5}[A-Z0-9]{5}$/,
    inText: /(?<![A-Za-z0-9])FT\d{5}[A-Z0-9]{5}(?![A-Za-z0-9])/gi,
    expectedReference:
      "must be an Amhara Bank reference such as FT26278AM4T1, or the receipt's link, SMS or QR code",
    // `/?trx=FT…` is the page in the SMS, `/FT…` the address that the page loads.
    inLink: ({ pathname, searchParams }) =>
      pathname === "/" ? (searchParams.get("trx") ?? undefined) : pathname.slice(1),
    referenceDay: coreBankingReferenceDay,
    dayCharacters: "its first five digits",
  });
}
