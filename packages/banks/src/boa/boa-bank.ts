import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { coreBankingReferenceDay } from "../reference-day.ts";
import { createBoaIdentifiers } from "./boa-identifiers.ts";

const hosts = ["cs.bankofabyssinia.com"];
const hostSettings = ["BANK_BOA_BASE_URL"];

export const bank: BankDefinition = {
  code: "boa",
  createReadIdentifiers: (env) => createBoaIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\bfor help, call 8397\b/i],
    mentions: [/\bBank of Abyssinia\b/i],
    // Interest: an account and a day.
    noReceipts: [/\bhttps?:\/\/cs\.bankofabyssinia\.com\/slip\/?\?trx=\d{5,16}-20\d{6}\b/i],
    bic: "ABYSETAA",
    likelihood: () => 2,
  },
  printed: {
    titles: ["bankofabyssinia"],
    references: ["FT", "TT"].flatMap((start) => [
      { form: `${start}#####*****#####`, day: coreBankingReferenceDay },
      { form: `${start}#####*****`, day: coreBankingReferenceDay, accountDigits: 5 },
    ]),
  },
  numberPlaces: {
    en: {
      message:
        "It has a link with `trx=`. Copy the whole link: it ends in the number and five digits. The link with `/cs/` is not the receipt.",
      app: "The number begins with FT. Send it with the last 5 digits of the account that paid.",
      receipt: "Send its link. The number is beside `Transaction Reference`.",
    },
    am: {
      message: "`trx=` ያለበት ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ፤ በቁጥሩና በአምስት አሃዞች ያልቃል። `/cs/` ያለበት ሊንክ ደረሰኝ አይደለም።",
      app: "ቁጥሩ በFT ይጀምራል። ከከፈለው ሒሳብ የመጨረሻ 5 አሃዞች ጋር ይላኩት።",
      receipt: "ሊንኩን ይላኩ። ቁጥሩ `Transaction Reference` ከሚለው አጠገብ ነው።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_BOA",
      bankSetting: "BANK_BOA",
      title: "Bank of Abyssinia slips",
      baseUrl: "https://cs.bankofabyssinia.com",
      timeoutMs: 15_000,
      keepAlive: true,
    },
  ],
  examples: examplesFrom({ reference: "FT26278QM4T1", suffix: "58203" }),
};
