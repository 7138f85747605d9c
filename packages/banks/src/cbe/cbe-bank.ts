import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { coreBankingReferenceDay } from "../reference-day.ts";
import { createCbeIdentifiers } from "./cbe-identifiers.ts";

const hosts = ["apps.cbe.com.et", "mbreciept.cbe.com.et", "mb.cbe.com.et"];
const hostSettings = ["BANK_CBE_BASE_URL", "BANK_CBE_LEGACY_BASE_URL"];

/** The PDF host is slow: responses after 30 s and more have succeeded. */
const timeoutMs = 30_000;

export const bank: BankDefinition = {
  code: "cbe",
  createReadIdentifiers: (env) => createCbeIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [
      /\bthank(?:s| you) for banking with CBE\b/i,
      // The app's screens: its dialog and its slogan.
      /\bETB-\d{4}\s{1,3}on\s{1,3}\d{1,2}-[A-Z]{3}-\d{4}\s{1,3}with\s{1,3}transaction\s{1,3}ID\b/i,
      /\bthe bank you can always rely on\b/i,
    ],
    mentions: [],
    bic: "CBETETAA",
    likelihood: () => 2,
  },
  printed: {
    // The second one is the bank's code in the head of its web receipt.
    titles: ["commercialbankofethiopia", "swiftcodecbetetaa"],
    references: [
      { form: "FT#####*****########", day: coreBankingReferenceDay },
      { form: "FT#####*****", day: coreBankingReferenceDay, accountDigits: 8 },
      { form: `v2-${"~".repeat(20)}` },
    ],
  },
  numberPlaces: {
    en: {
      message:
        "It has a link. Copy the whole link. Without a link: the number behind `Ref No`, which begins with FT.",
      app: "The number begins with FT. Send it with the last 8 digits of your own account. The digits behind the receiver's name are not yours.",
      receipt: "Send its link, or a picture of its QR code. The number is beside `Reference No.`",
    },
    am: {
      message: "ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ። ሊንክ ከሌለው፦ `Ref No` ከሚለው በኋላ ያለውና በFT የሚጀምረው ቁጥር።",
      app: "ቁጥሩ በFT ይጀምራል። ከራስዎ ሒሳብ የመጨረሻ 8 አሃዞች ጋር ይላኩት። ከተቀባዩ ስም በኋላ ያሉት አሃዞች የእርስዎ አይደሉም።",
      receipt: "ሊንኩን ወይም የኪውአር ኮዱን ፎቶ ይላኩ። ቁጥሩ `Reference No.` ከሚለው አጠገብ ነው።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_CBE",
      bankSetting: "BANK_CBE",
      title: "CBE receipts by share token (JSON)",
      baseUrl: "https://mb.cbe.com.et",
      timeoutMs,
      keepAlive: true,
    },
    {
      hostSetting: "BANK_CBE_LEGACY",
      bankSetting: "BANK_CBE",
      title: "CBE receipts by FT reference (PDF)",
      baseUrl: "https://apps.cbe.com.et:100",
      timeoutMs,
      keepAlive: true,
    },
  ],
  examples: {
    ...examplesFrom({ reference: "FT26278K3WQ8", suffix: "58471203" }),
    // Only the JSON has a status; a reversed payment has no PDF.
    reversed: { reference: "v2-hfHCqT7mWd2sLx9KbZRV" },
  },
  identifiersOfHolder: (reference, account) =>
    /^\d{8,}$/.test(account) ? { reference, suffix: account.slice(-8), phone: null } : undefined,
};
