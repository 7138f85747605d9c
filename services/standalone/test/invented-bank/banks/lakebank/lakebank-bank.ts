import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { BankDefinition } from "../bank-definition.ts";
import type { IdentifierPatterns } from "../identifier-search.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";

export const bank: BankDefinition = {
  code: "lakebank",
  createReadIdentifiers: () => readIdentifiers,
  signs: {
    hosts: ["receipts.lakebank.example"],
    hostSettings: ["BANK_LAKEBANK_BASE_URL"],
    messages: [/\bLake Bank\b/i],
    mentions: [],
    likelihood: () => 2,
  },
  numberPlaces: {
    en: {
      message: "The number is behind `Lake ref`.",
      app: "The number is beside `Lake ref`.",
      receipt: "Send its link.",
    },
    am: {
      message: "ቁጥሩ `Lake ref` ከሚለው በኋላ ነው።",
      app: "ቁጥሩ `Lake ref` ከሚለው አጠገብ ነው።",
      receipt: "ሊንኩን ይላኩ።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_LAKEBANK",
      bankSetting: "BANK_LAKEBANK",
      title: "Lake Bank receipts",
      baseUrl: "https://receipts.lakebank.example",
      timeoutMs: 10_000,
      keepAlive: true,
    },
  ],
  examples: {
    success: { reference: "LAKE-20261121-XY" },
    notFound: { reference: "LAKE-20261121-NF" },
    reversed: { reference: "LAKE-20261121-RV" },
    down: { reference: "LAKE-20261121-DN" },
    slow: { reference: "LAKE-20261121-SL" },
    unrecognizable: { reference: "LAKE-20261121-GB" },
  },
};

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

const readIdentifiers: ReadIdentifiers = (submitted) => {
  const { reference, fault } = readReferenceField(submitted.reference, { patterns, expectedReference });
  if (reference === null) return invalid(fault ?? { field: "reference", message: expectedReference });
  return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
};
