import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { branchReferenceDay } from "../reference-day.ts";
import { createWegagenIdentifiers } from "./wegagen-identifiers.ts";
import { tokenParts } from "./wegagen-token.ts";

const hosts = ["transinfo.wegagenbanksc.com.et"];
const hostSettings = ["BANK_WEGAGEN_BASE_URL"];

export const bank: BankDefinition = {
  code: "wegagen",
  createReadIdentifiers: (env) => createWegagenIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [],
    mentions: [/\bWegagen Bank\b/i],
    // A bare token of unknown form has the length of Zemen's.
    likelihood: ({ reference }) => (tokenParts(reference) === undefined ? 0 : 2),
  },
  printed: {
    titles: ["wegagenbank"],
    references: [{ form: "*******#####********@***", day: branchReferenceDay }],
  },
  numberPlaces: {
    en: {
      message:
        "It has a link behind `click here`. Copy the whole link. The shorter `transaction ID` is not enough.",
      app: "Send a picture of the QR code: it holds the link.",
      receipt: "Send its link.",
    },
    am: {
      message: "`click here` ከሚለው በኋላ ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ። አጭሩ `transaction ID` አይበቃም።",
      app: "የኪውአር ኮዱን ፎቶ ይላኩ፤ ሊንኩን ይዟል።",
      receipt: "ሊንኩን ይላኩ።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_WEGAGEN",
      bankSetting: "BANK_WEGAGEN",
      title: "Wegagen Bank receipts",
      baseUrl: "https://transinfo.wegagenbanksc.com.et:8011",
      timeoutMs: 15_000,
      keepAlive: true,
    },
  ],
  examples: {
    ...examplesFrom({ reference: "204TBAW2627804171002DMBT" }),
    slow: { reference: "204TBAW2627804181002DMSL" },
  },
  paysToOtherBanks: true,
};
