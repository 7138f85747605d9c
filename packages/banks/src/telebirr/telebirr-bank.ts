import type { ReadIdentifiers } from "../bank-adapter.ts";
import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { type IsKnownHost, knownHosts } from "../known-hosts.ts";
import { readMobileNumber } from "../submitted-phone.ts";
import { createWalletReference } from "../wallet-references.ts";
import {
  isCutFrom,
  numberInCode,
  numbersWithScannersLetter,
  withoutScannersLetter,
} from "./telebirr-code.ts";
import { telebirrReferenceDay } from "./telebirr-reference-day.ts";

const hosts = ["transactioninfo.ethiotelecom.et"];
const hostSettings = ["BANK_TELEBIRR_BASE_URL"];

export const bank: BankDefinition = {
  code: "telebirr",
  createReadIdentifiers: (env) => createReadIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [
      /thank you for using telebirr/i,
      /በቴሌብር ስለተገለገሉ/,
      /\byour telebirr (?:account|transaction number)\b/i,
      /\byour (?:current )?E-Money Account\b/i,
    ],
    // A loan's.
    noReceipts: [
      /\b[A-Z0-9]{10}\s{1,3}contract\s{1,3}(?:number|no|id)\b/i,
      /\b(?:contract\s{1,3}(?:number|no\.?|id)|loan)(?:\s{1,3}is)?:?\s{1,3}[A-Z]{2}[A-Z0-9]{8}\b/i,
      /የውል\s{1,3}ቁጥር[\u1200-\u135A]{0,4}[\s:፦]{0,3}[A-Z0-9]{10}\b/i,
      /\b[A-Z0-9]{10}\s{0,3}(?:በሆነ\s{1,3})?የውል\s{1,3}ቁጥር/i,
    ],
    mentions: [/\btelebirr\b/i, /\bE-Money Account\b/i, /ቴሌብር/],
    // A phone means CBE Birr, which requires one, unless the text names telebirr. A mistyped phone changes nothing.
    likelihood: (identifiers, { reference = "", phone = "" }) => {
      if (isCutFrom(identifiers.reference, reference)) return 0;
      return phone.trim() === "" ? 2 : readMobileNumber(phone) === undefined ? 0 : 1;
    },
  },
  paysToOtherBanks: true,
  printed: {
    titles: ["telebirr", "ቴሌብር"],
    references: [{ form: "@%+*******", day: telebirrReferenceDay }],
  },
  numberPlaces: {
    en: {
      message:
        "The number is behind `Your transaction number is`. It has 10 letters and digits. If you paid to a bank account, send this number, not the bank's.",
      app: "Open the payment. The number is beside `Transaction Number`.",
      receipt: "The number is below `Invoice No.` The link and a picture of the QR code work too.",
    },
    am: {
      message:
        "ቁጥሩ `Your transaction number is` ከሚለው በኋላ ነው። 10 ፊደላትና አሃዞች አሉት። ወደ ባንክ ሒሳብ ከከፈሉ የባንኩን ሳይሆን ይህን ቁጥር ይላኩ።",
      app: "ክፍያውን ይክፈቱ። ቁጥሩ `Transaction Number` ከሚለው አጠገብ ነው።",
      receipt: "ቁጥሩ `የክፍያ ቁጥር/Invoice No.` ከሚለው ሥር ነው። ሊንኩ እና የኪውአር ኮዱ ፎቶም ይሠራሉ።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_TELEBIRR",
      bankSetting: "BANK_TELEBIRR",
      title: "telebirr receipt pages",
      baseUrl: "https://transactioninfo.ethiotelecom.et",
      timeoutMs: 15_000,
      // Half of its connections never finish TLS, and a stalled one never recovers; the others take about 30 ms.
      keepAlive: false,
      // Rounds of 0.9, 1.8, 3.6 and 7.2 s: slow links get enough time, and all rounds fit into an attempt.
      connectionRace: { parallel: 2, handshakeMs: 900, rounds: 4 },
      // Responds to a TLS 1.3 hello with a protocol-version alert.
      maxTlsVersion: "TLSv1.2",
    },
  ],
  examples: examplesFrom({ reference: "DJ57QK2M41" }),
};

/** One transaction number, case-insensitive. */
function createReadIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createWalletReference(isKnownHost, {
    shape: /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/,
    fromCode: (text) => numberInCode(text) ?? withoutScannersLetter(text),
    inMessage: numbersWithScannersLetter,
    referenceDay: telebirrReferenceDay,
    expectedReference:
      "must be a telebirr transaction number of 10 letters and digits such as DB34K9WQ7X, or the receipt's link or SMS",
    inLink: ({ pathname }) => /^\/receipt\/([A-Za-z0-9]{10})[A-Za-z]?(?![A-Za-z0-9])/i.exec(pathname)?.[1],
    noSuchDay:
      "starts with a date that is impossible for telebirr: check its first three characters (D is 2026; M-Pesa has U)",
  });
}
