import type { ReadIdentifiers } from "../bank-adapter.ts";
import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { type IsKnownHost, knownHosts } from "../known-hosts.ts";
import { createDatedReference } from "../lone-reference.ts";
import { branchReferenceDay } from "../reference-day.ts";
import { isUnsupportedReference } from "../unsupported-banks.ts";

const hosts = ["receipts.siinqeebank.com"];
const hostSettings = ["BANK_SIINQEE_BASE_URL"];

/** The start of all known references. Without it, any word before a number would match: `paid: 123262260352`. */
const branch = /^[A-Z]\d\d/;

/** Transfers of Dashen Bank to other banks, `OBT`, with letters that pictures are misread with. */
const isOfDashen = (reference: string) => /^[A-Z]\d\d[O0Q][B8][T7]/.test(reference);

const isOfOther = (reference: string) => isUnsupportedReference(reference) || isOfDashen(reference);

export const bank: BankDefinition = {
  code: "siinqee",
  createReadIdentifiers: (env) => createReadIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\bthank you for banking with Siinqee Bank\b/i],
    mentions: [/\bSiinqee Bank\b/i],
    likelihood: ({ reference }) => (branch.test(reference) && !isOfOther(reference) ? 2 : 0),
  },
  printed: {
    titles: ["siinqeebank"],
    references: [
      {
        form: "@##****#########",
        day: (reference) => (isOfOther(reference) ? undefined : branchReferenceDay(reference)),
      },
    ],
  },
  numberPlaces: {
    en: {
      message:
        "It may have a link: copy the whole link. Otherwise the number is behind `Ref:` and has 16 letters and digits.",
      app: "The number has 16 letters and digits.",
      receipt: "Send its link.",
    },
    am: {
      message: "ሊንክ ካለው ሊንኩን በሙሉ ይቅዱ። ከሌለው ቁጥሩ `Ref:` ከሚለው በኋላ ነው፤ 16 ፊደላትና አሃዞች አሉት።",
      app: "ቁጥሩ 16 ፊደላትና አሃዞች አሉት።",
      receipt: "ሊንኩን ይላኩ።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_SIINQEE",
      bankSetting: "BANK_SIINQEE",
      title: "Siinqee Bank receipt pages",
      baseUrl: "https://receipts.siinqeebank.com:871",
      timeoutMs: 15_000,
      keepAlive: true,
    },
  ],
  examples: examplesFrom({ reference: "M10W2TB262780417" }, 7),
};

function createReadIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createDatedReference(isKnownHost, {
    // Three and four letters or digits, `YYDDD`, a number.
    shape: /^[A-Z0-9]{7}\d{9}$/,
    // Requires a letter: sixteen digits in a text are more likely a card number.
    inText: /(?<![A-Za-z0-9])(?=\d{0,6}[A-Z])[A-Z0-9]{7}\d{9}(?![A-Za-z0-9])/gi,
    expectedReference:
      "must be a Siinqee Bank reference of 16 letters and digits such as M10W2TB262780417, or the receipt's link or SMS",
    // A link may lack a digit: then the text around it counts.
    inLink: ({ pathname }) => /^\/generate\/([A-Za-z0-9]{16})(?![A-Za-z0-9])/i.exec(pathname)?.[1],
    referenceDay: branchReferenceDay,
    dayCharacters: "its eighth to twelfth character",
  });
}
