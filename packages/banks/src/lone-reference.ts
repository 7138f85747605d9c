import type { ReadIdentifiers } from "./bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "./identifier-search.ts";
import type { IsKnownHost } from "./known-hosts.ts";
import { invalid, type ReferenceRules, readReferenceField } from "./reference-and-suffix.ts";
import { inCapitals } from "./submitted-text.ts";

export interface LoneReferenceRules extends Pick<ReferenceRules, "expectedReference"> {
  readonly shape: RegExp;
  /** Finds each in a message; global, in any case. */
  readonly inText: RegExp;
  /** The reference that a link of a known host has; may be of another shape. */
  inLink(link: URL): string | undefined;
  /** Undefined for a date that does not exist. */
  referenceDay(reference: string): unknown;
  /** The characters of the date, as in "check its first five digits". */
  readonly dayCharacters: string;
}

/** One dated reference, in any case; a suffix or phone is not needed and not looked at. */
export function createLoneReference(isKnownHost: IsKnownHost, rules: LoneReferenceRules): ReadIdentifiers {
  const { shape, inText, expectedReference } = rules;
  const fromWhole = (text: string): FoundIdentifiers | undefined => {
    const reference = inCapitals(text.replaceAll(/[-–—_]/g, ""));
    return shape.test(reference) ? { reference, suffix: null } : undefined;
  };
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromWhole(rules.inLink(link) ?? "") : undefined),
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
    if (rules.referenceDay(reference) === undefined) {
      const message = `names a day of the year that does not exist: check ${rules.dayCharacters}`;
      return invalid({ field: "reference", message });
    }
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}
