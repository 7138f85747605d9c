import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { branchReferenceDay } from "../reference-day.ts";
import { isUnsupportedReference } from "../unsupported-banks.ts";
import { createDashenIdentifiers } from "./dashen-identifiers.ts";

/** Old messages have the two super app hosts. Those no longer respond, and their references work on the new host. */
const hosts = ["receipts.dashenbanksc.com", "receipt.dashensuperapp.com", "api.dashensuperapp.com"];

const hostSettings = ["BANK_DASHEN_BASE_URL"];

export const bank: BankDefinition = {
  code: "dashen",
  createReadIdentifiers: (env) => createDashenIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\bthank you for using Dashen Super ?App\b/i],
    mentions: [/\bDashen (?:Super ?App|Bank)\b/i],
    bic: "DASHETAA",
    likelihood: ({ reference }) => (isUnsupportedReference(reference) ? 0 : 2),
  },
  printed: {
    titles: ["dashenbank", "dashensuperapp"],
    references: [
      {
        form: "*##@@@@#####****",
        day: (reference) => (isUnsupportedReference(reference) ? undefined : branchReferenceDay(reference)),
      },
    ],
  },
  numberPlaces: {
    en: {
      message: "It has a link. Copy the whole link.",
      app: "The number is beside `FT Ref` and has 16 letters and digits. The longer `Transaction Ref` and the code of the last screen do not work.",
      receipt: "The number is beside `Transaction Reference`. The link works too.",
    },
    am: {
      message: "ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ።",
      app: "ቁጥሩ `FT Ref` ከሚለው አጠገብ ነው፤ 16 ፊደላትና አሃዞች አሉት። ረጅሙ `Transaction Ref` እና በመጨረሻው ገጽ ላይ ያለው ኮድ አይሠሩም።",
      receipt: "ቁጥሩ `Transaction Reference` ከሚለው አጠገብ ነው። ሊንኩም ይሠራል።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_DASHEN",
      bankSetting: "BANK_DASHEN",
      title: "Dashen Bank receipt pages",
      baseUrl: "https://receipts.dashenbanksc.com",
      // A slow host: responses after 8 s and more occur.
      timeoutMs: 15_000,
      keepAlive: true,
    },
  ],
  examples: examplesFrom({ reference: "387WDTS262780A7B" }),
};
