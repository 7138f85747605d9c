import type { IdentifierFault, ReadIdentifiers, SubmittedIdentifiers } from "../bank-adapter.ts";
import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { type FoundIdentifiers, type IdentifierPatterns, searchIdentifiers } from "../identifier-search.ts";
import { type IsKnownHost, knownHosts } from "../known-hosts.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";
import { readMobileNumber } from "../submitted-phone.ts";
import { inCapitals } from "../submitted-text.ts";
import { telebirrReferenceDay } from "../telebirr/telebirr-reference-day.ts";
import { type WalletReferenceRules, walletReferencesIn, wholeWalletReference } from "../wallet-references.ts";

const hosts = ["cbepay1.cbe.com.et"];
const hostSettings = ["BANK_CBEBIRR_BASE_URL"];

export const bank: BankDefinition = {
  code: "cbebirr",
  createReadIdentifiers: (env) => createReadIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\byour CBE ?Birr account balance\b/i, /\bchoosing CBE ?Birr\b/i],
    mentions: [/\bCBE ?Birr account\b/i],
    // The numbers look like telebirr's but require a phone, which makes telebirr unlikely.
    likelihood: () => 3,
  },
  printed: {
    titles: ["commercialbankofethiopiacbebirr", "cbebirr"],
    references: ["@%+********", "@%+*******"].map((form) => ({
      form,
      day: telebirrReferenceDay,
      withPhone: true,
    })),
  },
  numberPlaces: {
    en: {
      message:
        "It has a link with `TID=`. Copy the whole link. Without a link: the first number behind `Txn ID`, and the phone number of the wallet that paid.",
      app: "The number has 10 or 11 letters and digits. Send it with the phone number of the wallet that paid.",
      receipt: "Send its link. The number is beside `Receipt Number`.",
    },
    am: {
      message:
        "`TID=` ያለበት ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ። ሊንክ ከሌለው፦ `Txn ID` ከሚለው በኋላ ያለው የመጀመሪያው ቁጥር እና የከፈለው የሞባይል ስልክ ቁጥር።",
      app: "ቁጥሩ 10 ወይም 11 ፊደላትና አሃዞች አሉት። ከከፈለው የሞባይል ስልክ ቁጥር ጋር ይላኩት።",
      receipt: "ሊንኩን ይላኩ። ቁጥሩ `Receipt Number` ከሚለው አጠገብ ነው።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_CBEBIRR",
      bankSetting: "BANK_CBEBIRR",
      title: "CBE Birr receipts",
      baseUrl: "https://cbepay1.cbe.com.et",
      // Other clients of this host use 20 to 70 s.
      timeoutMs: 30_000,
      keepAlive: true,
    },
  ],
  examples: examplesFrom({ reference: "DJ541QK2M41", phone: "251912345678" }),
};

const rules: WalletReferenceRules = {
  shape: /^[A-Z][A-L][1-9A-V][A-Z0-9]{7,8}$/,
  referenceDay: telebirrReferenceDay,
};

const expectedReference =
  "must be a CBE Birr transaction id of 10 or 11 letters and digits such as DC21MN8R1T4, or the receipt's link or SMS";
const expectedPhone =
  "must be the mobile number of the CBE Birr customer on the receipt, such as 0912345678 or 251912345678";

/** A transaction id and the customer's phone; the receipt's link contains both. */
function createReadIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
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
