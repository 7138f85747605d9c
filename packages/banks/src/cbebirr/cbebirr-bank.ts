import type { BankDefinition } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
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
    messages: [/\bCBE ?Birr account\b/i, /\bchoosing CBE ?Birr\b/i],
    // Has telebirr's numbers; a phone, which it cannot do without, is what telebirr never needs.
    likelihood: () => 3,
  },
  endpoints: [cbebirrEndpoint],
  loadAdapter: async (env, options) =>
    (await import("./cbebirr-adapter.ts")).createCbebirrAdapter(env, options),
};
