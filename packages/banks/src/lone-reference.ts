import type { ReadIdentifiers } from "./bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "./identifier-search.ts";
import type { IsKnownHost } from "./known-hosts.ts";
import { invalid, type ReferenceRules, readReferenceField } from "./reference-and-suffix.ts";
import { inCapitals } from "./submitted-text.ts";

export interface LoneReferenceRules extends Pick<ReferenceRules, "expectedReference"> {
  /** Reads a text that holds nothing else, and returns the bank's spelling; undefined if it is no reference. */
  fromWhole(text: string): string | undefined;
  /** Every reference in a message. */
  inProse(prose: string): readonly string[];
  /** The reference in a link of a known host; its shape may be wrong. */
  inLink(link: URL): string | undefined;
  /** The fault of a reference that has the right shape. */
  faultOf?(reference: string): string | undefined;
}

/** Reads one reference; ignores suffix and phone. */
export function createLoneReference(isKnownHost: IsKnownHost, rules: LoneReferenceRules): ReadIdentifiers {
  const { expectedReference } = rules;
  const fromWhole = (text: string): FoundIdentifiers | undefined => {
    const reference = rules.fromWhole(text);
    return reference === undefined ? undefined : { reference, suffix: null };
  };
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromWhole(rules.inLink(link) ?? "") : undefined),
    fromWhole,
    fromProse: (prose) => rules.inProse(prose).map((reference) => ({ reference, suffix: null })),
  };
  return (submitted) => {
    const { reference, fault } = readReferenceField(submitted.reference, { patterns, expectedReference });
    if (reference === null) return invalid(fault ?? { field: "reference", message: expectedReference });
    const message = rules.faultOf?.(reference);
    if (message !== undefined) return invalid({ field: "reference", message });
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}

export interface DatedReferenceRules extends Pick<LoneReferenceRules, "expectedReference" | "inLink"> {
  readonly shape: RegExp;
  /** Finds every reference in a message; global, case-insensitive. */
  readonly inText: RegExp;
  /** Undefined for a date that does not exist. */
  referenceDay(reference: string): unknown;
  /** Describes the characters of the date, as in "check its first five digits". */
  readonly dayCharacters: string;
}

/** Reads one dated reference, case-insensitive. */
export function createDatedReference(isKnownHost: IsKnownHost, rules: DatedReferenceRules): ReadIdentifiers {
  return createLoneReference(isKnownHost, {
    ...rules,
    fromWhole(text) {
      const reference = inCapitals(text.replaceAll(/[-–—_]/g, ""));
      return rules.shape.test(reference) ? reference : undefined;
    },
    inProse: (prose) => [...prose.matchAll(rules.inText)].map(([reference]) => inCapitals(reference)),
    faultOf: (reference) =>
      rules.referenceDay(reference) === undefined
        ? `contains a day of the year that does not exist: check ${rules.dayCharacters}`
        : undefined,
  });
}
