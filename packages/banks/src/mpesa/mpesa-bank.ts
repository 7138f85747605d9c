import type { ReadIdentifiers } from "../bank-adapter.ts";
import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { type IsKnownHost, knownHosts } from "../known-hosts.ts";
import { createWalletReference } from "../wallet-references.ts";
import { mpesaReferenceDay } from "./mpesa-reference-day.ts";

const hosts = ["m-pesabusiness.safaricom.et"];
const hostSettings = ["BANK_MPESA_BASE_URL"];

export const bank: BankDefinition = {
  code: "mpesa",
  createReadIdentifiers: (env) => createReadIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\bM-PESA balance\b/i, /\bM-PESA ቀሪ/i, /\bSafaricom bundle\b/i],
    mentions: [/\bM-PESA\b/i],
    likelihood: () => 2,
  },
  paysToOtherBanks: true,
  printed: {
    titles: ["mpesa"],
    references: [{ form: "@%+*******", day: mpesaReferenceDay }],
  },
  numberPlaces: {
    en: {
      message:
        "The number is behind `Transaction number`. It has 10 letters and digits. The link in the message works too.",
      app: "Open the payment. The number is beside `Transaction ID`.",
      receipt: "The number is beside `TRANSACTION ID`.",
    },
    am: {
      message: "ቁጥሩ `Transaction number` ከሚለው በኋላ ነው። 10 ፊደላትና አሃዞች አሉት። በመልእክቱ ውስጥ ያለው ሊንክም ይሠራል።",
      app: "ክፍያውን ይክፈቱ። ቁጥሩ `Transaction ID` ከሚለው አጠገብ ነው።",
      receipt: "ቁጥሩ `TRANSACTION ID` ከሚለው አጠገብ ነው።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_MPESA",
      bankSetting: "BANK_MPESA",
      title: "M-Pesa receipts",
      baseUrl: "https://m-pesabusiness.safaricom.et",
      // Other clients of this host use 25 to 60 s.
      timeoutMs: 30_000,
      keepAlive: true,
    },
  ],
  examples: examplesFrom({ reference: "UJ57QK2M41" }),
};

/** One transaction number, case-insensitive. */
function createReadIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createWalletReference(isKnownHost, {
    shape: /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/,
    referenceDay: mpesaReferenceDay,
    expectedReference:
      "must be an M-Pesa transaction number of 10 letters and digits such as UC25MN8R1T, or the receipt's link or SMS",
    // The page in the SMS, and the address that it loads.
    inLink: ({ pathname, searchParams }) =>
      /^\/api\/receipt\/getreceipt\/?$/i.test(pathname)
        ? (searchParams.get("trxNo") ?? undefined)
        : /^\/receipt\/([A-Za-z0-9]{10})(?![A-Za-z0-9])/i.exec(pathname)?.[1],
    noSuchDay:
      "starts with a date that is impossible for M-Pesa: check its first three characters (U is 2026; telebirr and CBE Birr have D)",
  });
}
