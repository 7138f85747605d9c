import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";
import { coreBankingReferenceDay } from "../reference-day.ts";
import { inCapitals } from "../submitted-text.ts";

const shape = /^FT\d{5}[A-Z0-9]{5}$/;
const inText = /(?<![A-Za-z0-9])FT\d{5}[A-Z0-9]{5}(?![A-Za-z0-9])/gi;

const expectedReference =
  "must be an Amhara Bank reference such as FT26278AM4T1, or the receipt's link, SMS or QR code";

/** One reference, in any case; a suffix or phone is not needed and not looked at. */
export function createAmharaIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromReceiptLink(link) : undefined),
    fromWhole,
    fromProse: (prose) =>
      [...prose.matchAll(inText)].map(([reference]) => ({
        reference: inCapitals(reference),
        suffix: null,
      })),
  };
  return (submitted) => {
    const { reference, fault } = readReferenceField(submitted.reference, { patterns, expectedReference });
    if (reference === null) return invalid(fault ?? { field: "reference", message: expectedReference });
    if (coreBankingReferenceDay(reference) === undefined) {
      const message = "names a day of the year that does not exist: check its first five digits";
      return invalid({ field: "reference", message });
    }
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}

/** `/?trx=FT…`, the page of the SMS, and `/FT…`, the address that it reads from. */
function fromReceiptLink({ pathname, searchParams }: URL): FoundIdentifiers | undefined {
  return fromWhole(pathname === "/" ? (searchParams.get("trx") ?? "") : pathname.slice(1));
}

function fromWhole(text: string): FoundIdentifiers | undefined {
  const reference = inCapitals(text.replaceAll(/[-–—_]/g, ""));
  return shape.test(reference) ? { reference, suffix: null } : undefined;
}
