import type { BankDefinition } from "../bank-definition.ts";
import { createLakebankIdentifiers } from "./lakebank-identifiers.ts";

export const bank: BankDefinition = {
  code: "lakebank",
  createReadIdentifiers: () => createLakebankIdentifiers(),
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
