import type { ReadIdentifiers } from "../bank-adapter.ts";
import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { type IsKnownHost, knownHosts } from "../known-hosts.ts";
import { createLoneReference } from "../lone-reference.ts";
import { inCapitals, withoutTrailingPunctuation } from "../submitted-text.ts";
import { hasRealTime, isAwashToken } from "./awash-token.ts";

const hosts = ["awashpay.awashbank.com"];
const hostSettings = ["BANK_AWASH_BASE_URL"];

export const bank: BankDefinition = {
  code: "awash",
  createReadIdentifiers: (env) => createReadIdentifiers(knownHosts(hosts, env, hostSettings)),
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

/** The token of a share link, case-insensitive. */
function createReadIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createLoneReference(isKnownHost, {
    expectedReference:
      "must be the link of an Awash receipt, the SMS with that link, or the two parts at the link's end such as 2K9P4PDDU1-4Q7C3H; the 15-digit Transaction ID alone finds no receipt",
    // `/-2K9P4PDDU1-4Q7C3H`. The bank refuses a path without the first dash, so the request adds it.
    inLink: ({ pathname }) => /^\/-?([A-Za-z0-9]{10,12}-[A-Za-z0-9]{6})(?![A-Za-z0-9-])/.exec(pathname)?.[1],
    fromWhole,
    inProse: (prose) => prose.split(/[\s:=#,;()[\]<>"“”«»]+/).flatMap((word) => fromWord(word) ?? []),
    faultOf: (reference) =>
      hasRealTime(reference)
        ? undefined
        : "has a first part that is not a valid time: check it against the receipt's link",
  });
}

/** With or without the dash and the slash that precede it in the link. */
function fromWhole(text: string): string | undefined {
  const reference = inCapitals(text.replaceAll(/[–—]/g, "-").replace(/^\/?-/, ""));
  return isAwashToken(reference) ? reference : undefined;
}

/** Two words joined by a dash have this shape too. A token has a digit and a valid time in its first part. */
function fromWord(word: string): string | undefined {
  const found = fromWhole(withoutTrailingPunctuation(word));
  if (found === undefined || !/\d/.test(found.slice(0, 10))) return undefined;
  return hasRealTime(found) ? found : undefined;
}
