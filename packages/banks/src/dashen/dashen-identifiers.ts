import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";
import { branchReferenceDay } from "../reference-day.ts";
import { inCapitals } from "../submitted-text.ts";

const shape = /^[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}$/;
const inText = /(?<![A-Za-z0-9])[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}(?![A-Za-z0-9])/gi;

const expectedReference =
  "must be a Dashen Bank reference of 16 letters and digits such as 387WDTS260610A1B (FT Ref, not the longer Transfer Reference), or the receipt's link or SMS";

/** One reference, in any case; a suffix or phone is not needed and not looked at. */
export function createDashenIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromPath(link.pathname) : undefined),
    fromWhole,
    fromProse: (prose) =>
      [...prose.matchAll(inText)].map(([reference]) => ({
        reference: inCapitals(reference),
        suffix: null,
      })),
  };
  return (submitted) => {
    const { reference, fault } = readReferenceField(submitted.reference, { patterns, expectedReference });
    if (fault !== null) return invalid(fault);
    if (reference === null) return invalid({ field: "reference", message: expectedReference });
    if (branchReferenceDay(reference) === undefined) {
      const message = "names a day of the year that does not exist: check the five digits after its letters";
      return invalid({ field: "reference", message });
    }
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}

/** The receipt's page, and the PDF that the app used to link: `/receipts/Within-Dashen-Transfer-{reference}.pdf`. */
function fromPath(path: string): FoundIdentifiers | undefined {
  const [, page, pdf] =
    /^\/(?:receipt\/([A-Za-z0-9]{16})|receipts\/[A-Za-z-]{0,60}-([A-Za-z0-9]{16})\.pdf)(?![A-Za-z0-9])/i.exec(
      path,
    ) ?? [];
  const reference = page ?? pdf;
  return reference === undefined ? undefined : fromWhole(reference);
}

function fromWhole(text: string): FoundIdentifiers | undefined {
  const reference = inCapitals(text.replaceAll(/[-–—_]/g, ""));
  return shape.test(reference) ? { reference, suffix: null } : undefined;
}
