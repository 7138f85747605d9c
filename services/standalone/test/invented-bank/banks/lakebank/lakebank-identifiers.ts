import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { IdentifierPatterns } from "../identifier-search.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";

const expectedReference = "must be a Lake Bank reference such as LAKE-20261121-XY";

const patterns: IdentifierPatterns = {
  fromLink: () => undefined,
  fromWhole: (text) => {
    const reference = text.toUpperCase();
    return /^LAKE-\d{8}-[A-Z]{2}$/.test(reference) ? { reference, suffix: null } : undefined;
  },
  fromProse: (prose) =>
    [...prose.matchAll(/(?<![A-Z0-9])LAKE-\d{8}-[A-Z]{2}(?![A-Z0-9])/g)].map(([reference]) => ({
      reference,
      suffix: null,
    })),
};

export function createLakebankIdentifiers(): ReadIdentifiers {
  return (submitted) => {
    const { reference, fault } = readReferenceField(submitted.reference, { patterns, expectedReference });
    if (reference === null) return invalid(fault ?? { field: "reference", message: expectedReference });
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}
