import type { IdentifierFault, ReadIdentifiers, SubmittedIdentifiers } from "../bank-adapter.ts";
import { type FoundIdentifiers, type IdentifierPatterns, searchIdentifiers } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";
import { readMobileNumber } from "../submitted-phone.ts";
import { inCapitals } from "../submitted-text.ts";
import { telebirrReferenceDay } from "../telebirr/telebirr-reference-day.ts";
import { type WalletReferenceRules, walletReferencesIn, wholeWalletReference } from "../wallet-references.ts";

const rules: WalletReferenceRules = {
  shape: /^[A-Z][A-L][1-9A-V][A-Z0-9]{7,8}$/,
  referenceDay: telebirrReferenceDay,
};

const expectedReference =
  "must be a CBE Birr transaction id of 10 or 11 letters and digits such as DC21MN8R1T4, or the receipt's link or SMS";
const expectedPhone =
  "must be the mobile number of the CBE Birr customer on the receipt, such as 0912345678 or 251912345678";

/** A transaction id and the customer's phone; the receipt's link contains both. */
export function createCbebirrIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  // The shared code names the second identifier the suffix; for this bank it is the phone.
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromReceiptLink(link) : undefined),
    fromWhole,
    fromProse: (prose) => walletReferencesIn(prose, rules).map((reference) => ({ reference, suffix: null })),
  };
  return (submitted) => {
    const read = readFields(submitted, patterns);
    const faults = [read.referenceFault, read.phoneFault].filter((fault) => fault !== null);
    if (faults.length > 0 || read.reference === null || read.phone === null) return invalid(...faults);
    return { kind: "valid", identifiers: { reference: read.reference, suffix: null, phone: read.phone } };
  };
}

interface ReadFields {
  readonly reference: string | null;
  readonly phone: string | null;
  /** Set if `reference` or `phone` is null or invalid. */
  readonly referenceFault: IdentifierFault | null;
  readonly phoneFault: IdentifierFault | null;
}

function readFields(submitted: SubmittedIdentifiers, patterns: IdentifierPatterns): ReadFields {
  const inReference = readReferenceField(submitted.reference, { patterns, expectedReference });
  const inPhone = readPhoneField(submitted.phone, patterns);
  const reference = inReference.reference ?? (inReference.fault === null ? inPhone.reference : null);
  const phones = new Set([inReference.suffix, inPhone.phone].filter((phone) => phone !== null));
  const [phone = null] = phones;
  const isOneReceipt = phones.size <= 1 && (inPhone.reference === null || inPhone.reference === reference);
  return {
    reference,
    phone,
    referenceFault: inReference.fault ?? checkReference(reference),
    phoneFault: isOneReceipt
      ? (inPhone.fault ?? (phone === null ? phoneFault(expectedPhone) : null))
      : disagreement,
  };
}

const disagreement = phoneFault(
  "differs from the link or text in reference: send only one of them, or the same in both",
);

function phoneFault(message: string): IdentifierFault {
  return { field: "phone", message };
}

function checkReference(reference: string | null): IdentifierFault | null {
  if (reference === null) return { field: "reference", message: expectedReference };
  if (telebirrReferenceDay(reference) !== undefined) return null;
  const message =
    "starts with a date that is impossible for CBE Birr: check its first three characters (D is 2026; M-Pesa has U)";
  return { field: "reference", message };
}

interface PhoneField {
  readonly reference: string | null;
  readonly phone: string | null;
  readonly fault: IdentifierFault | null;
}

/** A phone, or a link or SMS whose link contains one. */
function readPhoneField(text: string | undefined, patterns: IdentifierPatterns): PhoneField {
  if (text === undefined || text.trim() === "") return { reference: null, phone: null, fault: null };
  const search = searchIdentifiers(text, patterns);
  if (search.kind === "found" && search.found.suffix !== null) {
    const { reference, suffix } = search.found;
    return { reference, phone: suffix, fault: null };
  }
  const phone = readMobileNumber(text) ?? null;
  return { reference: null, phone, fault: phone === null ? phoneFault(expectedPhone) : null };
}

/** `/aureceipt?TID=…&PH=…`. An unescaped `+` decodes to a space, which is ignored. */
function fromReceiptLink({ pathname, searchParams }: URL): FoundIdentifiers | undefined {
  if (!/^\/aureceipt\/?$/i.test(pathname)) return undefined;
  const parameters = new Map([...searchParams].map(([name, value]) => [name.toUpperCase(), value.trim()]));
  const reference = wholeWalletReference(parameters.get("TID") ?? "", rules);
  // Without its phone the link, and its id, may be truncated.
  if (reference === undefined || (reference.length === 10 && !parameters.has("PH"))) return undefined;
  return { reference, suffix: readMobileNumber(parameters.get("PH") ?? "") ?? null };
}

/** The start of the phone distinguishes an id followed by a phone from an id of eleven characters. */
const withPhone = /^([A-Z][A-L][1-9A-V][A-Z0-9]{7,8})(?:&PH=?)?((?:\+?251|0)[79]\d{8})$/;

function fromWhole(text: string): FoundIdentifiers | undefined {
  const reference = wholeWalletReference(text, rules);
  if (reference !== undefined) return { reference, suffix: null };
  const [, first, phone = ""] = withPhone.exec(inCapitals(text.replaceAll(/[-–—_]/g, ""))) ?? [];
  return first === undefined ? undefined : { reference: first, suffix: readMobileNumber(phone) ?? null };
}
