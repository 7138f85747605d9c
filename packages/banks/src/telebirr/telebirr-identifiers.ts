import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";
import { type WalletReferenceRules, walletReferencesIn, wholeWalletReference } from "../wallet-references.ts";
import { telebirrReferenceDay } from "./telebirr-reference-day.ts";

const rules: WalletReferenceRules = {
  shape: /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/,
  referenceDay: telebirrReferenceDay,
};

const expectedReference =
  "must be a telebirr transaction number of 10 letters and digits such as DB34K9WQ7X, or the receipt's link or SMS";

/** One transaction number, in any case; a suffix or phone is not needed and not looked at. */
export function createTelebirrIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromPath(link.pathname) : undefined),
    fromWhole,
    fromProse: (prose) => walletReferencesIn(prose, rules).map((reference) => ({ reference, suffix: null })),
  };
  return (submitted) => {
    const { reference, fault } = readReferenceField(submitted.reference, { patterns, expectedReference });
    if (fault !== null) return invalid(fault);
    if (reference === null) return invalid({ field: "reference", message: expectedReference });
    if (telebirrReferenceDay(reference) === undefined) {
      const message =
        "starts with a date that no telebirr payment has: check its first three characters (D is 2026; M-Pesa has U)";
      return invalid({ field: "reference", message });
    }
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}

function fromPath(path: string): FoundIdentifiers | undefined {
  const [, reference] = /^\/receipt\/([A-Za-z0-9]{10})(?![A-Za-z0-9])/i.exec(path) ?? [];
  return reference === undefined ? undefined : fromWhole(reference);
}

function fromWhole(text: string): FoundIdentifiers | undefined {
  const reference = wholeWalletReference(text, rules);
  return reference === undefined ? undefined : { reference, suffix: null };
}
