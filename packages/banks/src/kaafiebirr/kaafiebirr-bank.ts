import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { createKaafiebirrIdentifiers } from "./kaafiebirr-identifiers.ts";

const hosts = ["receipt.ebirr.com", "transactioninfo.ebirr.com"];
const hostSettings = ["BANK_KAAFIEBIRR_BASE_URL", "BANK_KAAFIEBIRR_TRANSFER_BASE_URL"];

const timeoutMs = 15_000;

export const bank: BankDefinition = {
  code: "kaafiebirr",
  createReadIdentifiers: (env) => createKaafiebirrIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\[-EBIRR-KAAFI-\]/i],
    mentions: [],
    // Any 22 characters or 10 digits match, so only a link, a message or an explicit `bank` decides.
    likelihood: () => 0,
  },
  printed: {
    titles: ["kaafimicrofinance", "kaafiebirr", "ebirrkaafi"],
    references: [
      { form: "#############", label: /receiptno|transfer[il1]d/ },
      { form: "~".repeat(22), label: /kaafimf/ },
    ],
  },
  numberPlaces: {
    en: {
      message: "It has a link. Copy the whole link, or the number behind `Transfer-Id`.",
      app: "The number is beside `Transfer-Id`.",
      receipt: "Send its link.",
    },
    am: {
      message: "ሊንክ አለው። ሊንኩን በሙሉ ወይም `Transfer-Id` ከሚለው በኋላ ያለውን ቁጥር ይቅዱ።",
      app: "ቁጥሩ `Transfer-Id` ከሚለው አጠገብ ነው።",
      receipt: "ሊንኩን ይላኩ።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_KAAFIEBIRR",
      bankSetting: "BANK_KAAFIEBIRR",
      title: "Kaafi eBirr receipts by link token",
      baseUrl: "https://receipt.ebirr.com",
      timeoutMs,
      keepAlive: true,
    },
    {
      hostSetting: "BANK_KAAFIEBIRR_TRANSFER",
      bankSetting: "BANK_KAAFIEBIRR",
      title: "Kaafi eBirr receipts by transfer id",
      baseUrl: "https://transactioninfo.ebirr.com",
      timeoutMs,
      keepAlive: true,
    },
  ],
  examples: examplesFrom({ reference: "q7Tz-Wm2_sLx9KbZ41hRd8" }),
};
