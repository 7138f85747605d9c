import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { readMobileNumber } from "../submitted-phone.ts";
import { hasScannersLetter } from "./telebirr-code.ts";
import { telebirrEndpoint } from "./telebirr-endpoint.ts";
import { createTelebirrIdentifiers } from "./telebirr-identifiers.ts";
import { telebirrReferenceDay } from "./telebirr-reference-day.ts";

const hosts = ["transactioninfo.ethiotelecom.et"];
const hostSettings = ["BANK_TELEBIRR_BASE_URL"];

export const bank: BankDefinition = {
  code: "telebirr",
  createReadIdentifiers: (env) => createTelebirrIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [
      /thank you for using telebirr/i,
      /\byour telebirr (?:account|transaction number)\b/i,
      /\byour (?:current )?E-Money Account\b/i,
    ],
    // A loan's.
    noReceipts: [/\b[A-Z0-9]{10} contract number\b/i, /\bcontract number(?: is)?:? [A-Z0-9]{10}\b/i],
    mentions: [/\btelebirr\b/i, /\bE-Money Account\b/i, /ቴሌብር/],
    // A phone means CBE Birr, which requires one, unless the text names telebirr. A mistyped phone changes nothing.
    likelihood: (_identifiers, { reference = "", phone = "" }) => {
      if (hasScannersLetter(reference.trim())) return 0;
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
  endpoints: [telebirrEndpoint],
  examples: examplesFrom({ reference: "DJ57QK2M41" }),
  loadAdapter: async (env, options) =>
    (await import("./telebirr-adapter.ts")).createTelebirrAdapter(env, options),
};
