import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { telebirrReferenceDay } from "../telebirr/telebirr-reference-day.ts";
import { createCbebirrIdentifiers } from "./cbebirr-identifiers.ts";

const hosts = ["cbepay1.cbe.com.et"];
const hostSettings = ["BANK_CBEBIRR_BASE_URL"];

export const bank: BankDefinition = {
  code: "cbebirr",
  createReadIdentifiers: (env) => createCbebirrIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\byour CBE ?Birr account balance\b/i, /\bchoosing CBE ?Birr\b/i],
    mentions: [/\bCBE ?Birr account\b/i],
    // The numbers look like telebirr's but require a phone, which makes telebirr unlikely.
    likelihood: () => 3,
  },
  printed: {
    titles: ["commercialbankofethiopiacbebirr", "cbebirr"],
    references: ["@%+********", "@%+*******"].map((form) => ({
      form,
      day: telebirrReferenceDay,
      withPhone: true,
    })),
  },
  numberPlaces: {
    en: {
      message:
        "It has a link with `TID=`. Copy the whole link. Without a link: the first number behind `Txn ID`, and the phone number of the wallet that paid.",
      app: "The number has 10 or 11 letters and digits. Send it with the phone number of the wallet that paid.",
      receipt: "Send its link. The number is beside `Receipt Number`.",
    },
    am: {
      message:
        "`TID=` ያለበት ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ። ሊንክ ከሌለው፦ `Txn ID` ከሚለው በኋላ ያለው የመጀመሪያው ቁጥር እና የከፈለው የሞባይል ስልክ ቁጥር።",
      app: "ቁጥሩ 10 ወይም 11 ፊደላትና አሃዞች አሉት። ከከፈለው የሞባይል ስልክ ቁጥር ጋር ይላኩት።",
      receipt: "ሊንኩን ይላኩ። ቁጥሩ `Receipt Number` ከሚለው አጠገብ ነው።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_CBEBIRR",
      bankSetting: "BANK_CBEBIRR",
      title: "CBE Birr receipts",
      baseUrl: "https://cbepay1.cbe.com.et",
      // Other clients of this host use 20 to 70 s.
      timeoutMs: 30_000,
      keepAlive: true,
    },
  ],
  examples: examplesFrom({ reference: "DJ541QK2M41", phone: "251912345678" }),
};
