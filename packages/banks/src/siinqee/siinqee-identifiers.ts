import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";
import { branchReferenceDay } from "../reference-day.ts";
import { inCapitals } from "../submitted-text.ts";

/** Three and four letters or digits, `YYDDD`, a number. */
const shape = /^[A-Z0-9]{7}\d{9}$/;
/** With a letter in it: sixteen digits in a text are more likely a card's number. */
const inText = /(?<![A-Za-z0-9])(?=\d{0,6}[A-Z])[A-Z0-9]{7}\d{9}(?![A-Za-z0-9])/gi;

const expectedReference =
  "must be a Siinqee Bank reference of 16 letters and digits such as M10W2TB262780417, or the receipt's link or SMS";

/** One reference, in any case; a suffix or phone is not needed and not looked at. */
export function createSiinqeeIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
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
    if (reference === null) return invalid(fault ?? { field: "reference", message: expectedReference });
    if (branchReferenceDay(reference) === undefined) {
      const message = "names a day of the year that does not exist: check its eighth to twelfth character";
      return invalid({ field: "reference", message });
    }
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}

/** A link may lack a digit: then the text that it came in counts. */
function fromPath(path: string): FoundIdentifiers | undefined {
  const [, reference] = /^\/generate\/([A-Za-z0-9]{16})(?![A-Za-z0-9])/i.exec(path) ?? [];
  return reference === undefined ? undefined : fromWhole(reference);
}

function fromWhole(text: string): FoundIdentifiers | undefined {
  const reference = inCapitals(text.replaceAll(/[-–—_]/g, ""));
  return shape.test(reference) ? { reference, suffix: null } : undefined;
}
