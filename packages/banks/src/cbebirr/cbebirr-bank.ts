import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { telebirrReferenceDay } from "../telebirr/telebirr-reference-day.ts";
import { cbebirrEndpoint } from "./cbebirr-endpoint.ts";
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
  endpoints: [cbebirrEndpoint],
  examples: examplesFrom({ reference: "DJ541QK2M41", phone: "251912345678" }),
  loadAdapter: async (env, options) =>
    (await import("./cbebirr-adapter.ts")).createCbebirrAdapter(env, options),
};
