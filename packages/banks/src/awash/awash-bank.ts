import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { createAwashIdentifiers } from "./awash-identifiers.ts";

const hosts = ["awashpay.awashbank.com"];
const hostSettings = ["BANK_AWASH_BASE_URL"];

export const bank: BankDefinition = {
  code: "awash",
  createReadIdentifiers: (env) => createAwashIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [
      /\b(?:Txn|Transaction) ID:?\s{0,3}\d{15}\b/i,
      /\bContact center {1,2}8980\b/i,
      /\bplease call 8980\b/i,
      /\beschool\.awashbank\.com\//i,
    ],
    // School fees are another system, and nothing can look up a Transaction ID.
    noReceipts: [
      /\bhttps?:\/\/eschool\.awashbank\.com\/\S{0,40}/i,
      /\b(?:Txn|Transaction) ID:?\s{0,3}\d{15}\b/i,
    ],
    mentions: [],
    bic: "AWINETAA",
    likelihood: () => 2,
  },
  printed: {
    titles: ["awashbank"],
    references: [{ form: "**********-******" }],
  },
  numberPlaces: {
    en: {
      message:
        "It has a link behind `Receipt Link`. Copy the whole link. The 15 digits behind `Txn ID` are not enough.",
      app: "It shows only 15 digits, which are not enough. Share the receipt and send its link, or a picture of its QR code.",
      receipt: "Send its link, or a picture of its QR code.",
    },
    am: {
      message: "`Receipt Link` ከሚለው በኋላ ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ። `Txn ID` ከሚለው በኋላ ያሉት 15 አሃዞች አይበቁም።",
      app: "15 አሃዞችን ብቻ ያሳያል፤ እነሱ አይበቁም። ደረሰኙን ያጋሩና (share) ሊንኩን ወይም የኪውአር ኮዱን ፎቶ ይላኩ።",
      receipt: "ሊንኩን ወይም የኪውአር ኮዱን ፎቶ ይላኩ።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_AWASH",
      bankSetting: "BANK_AWASH",
      title: "Awash Bank receipts",
      baseUrl: "https://awashpay.awashbank.com:8225",
      timeoutMs: 15_000,
      keepAlive: true,
    },
  ],
  examples: { ...examplesFrom({ reference: "2KIO3IANB3-5QT70R" }), slow: { reference: "2KIOJKSY13-5QT7SL" } },
};
