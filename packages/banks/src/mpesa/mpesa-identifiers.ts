import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";
import { type WalletReferenceRules, walletReferencesIn, wholeWalletReference } from "../wallet-references.ts";
import { mpesaReferenceDay } from "./mpesa-reference-day.ts";

const rules: WalletReferenceRules = {
  shape: /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/,
  referenceDay: mpesaReferenceDay,
};

const expectedReference =
  "must be an M-Pesa transaction number of 10 letters and digits such as UC25MN8R1T, or the receipt's link or SMS";

/** One transaction number, in any case; a suffix or phone is not needed and not looked at. */
export function createMpesaIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromReceiptLink(link) : undefined),
    fromWhole,
    fromProse: (prose) => walletReferencesIn(prose, rules).map((reference) => ({ reference, suffix: null })),
  };
  return (submitted) => {
    const { reference, fault } = readReferenceField(submitted.reference, { patterns, expectedReference });
    if (fault !== null) return invalid(fault);
    if (reference === null) return invalid({ field: "reference", message: expectedReference });
    if (mpesaReferenceDay(reference) === undefined) {
      const message =
        "starts with a date that no M-Pesa payment has: check its first three characters (U is 2026; telebirr and CBE Birr have D)";
      return invalid({ field: "reference", message });
    }
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}

/** The page of the SMS, and the address that it reads from. */
function fromReceiptLink({ pathname, searchParams }: URL): FoundIdentifiers | undefined {
  if (/^\/api\/receipt\/getreceipt\/?$/i.test(pathname)) return fromWhole(searchParams.get("trxNo") ?? "");
  const [, reference] = /^\/receipt\/([A-Za-z0-9]{10})(?![A-Za-z0-9])/i.exec(pathname) ?? [];
  return reference === undefined ? undefined : fromWhole(reference);
}

function fromWhole(text: string): FoundIdentifiers | undefined {
  const reference = wholeWalletReference(text, rules);
  return reference === undefined ? undefined : { reference, suffix: null };
}
