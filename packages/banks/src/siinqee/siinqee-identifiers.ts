import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";
import { inCapitals } from "../submitted-text.ts";

/** The bank sandbox's: no reference of the bank is known. */
const shape = /^SQ[A-Z0-9]{12}$/;
/**
 * With a digit in it: words of 14 letters are no references. In one case and with no dash at its edge: the tokens of
 * other banks are otherwise.
 */
const inText =
  /(?<![A-Za-z0-9_-])(?:SQ(?=[A-Z]{0,11}\d)[A-Z0-9]{12}|[Ss]q(?=[a-z]{0,11}\d)[a-z0-9]{12})(?![A-Za-z0-9]|[_-][A-Za-z0-9])/g;

const expectedReference =
  "must be a Siinqee Bank reference of 14 letters and digits such as SQ57QK2M410A7B, or the receipt's link or SMS";

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
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}

function fromPath(path: string): FoundIdentifiers | undefined {
  const [, reference] = /^\/receipt\/([A-Za-z0-9]{14})(?![A-Za-z0-9])/i.exec(path) ?? [];
  return reference === undefined ? undefined : fromWhole(reference);
}

function fromWhole(text: string): FoundIdentifiers | undefined {
  const reference = inCapitals(text.replaceAll(/[-–—_]/g, ""));
  return shape.test(reference) ? { reference, suffix: null } : undefined;
}
