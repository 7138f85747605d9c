import type { BankDefinition } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { boaEndpoint } from "./boa-endpoint.ts";
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
    likelihood: () => 2,
  },
  endpoints: [boaEndpoint],
  examples: {
    success: { reference: "FT26278QM4T1", suffix: "58203" },
    notFound: { reference: "FT26278QM4NF", suffix: "58203" },
    reversed: { reference: "FT26278QM4RV", suffix: "58203" },
    down: { reference: "FT26278QM4DN", suffix: "58203" },
    slow: { reference: "FT26278QM4SL", suffix: "58203" },
    unrecognizable: { reference: "FT26278QM4GB", suffix: "58203" },
  },
  loadAdapter: async (env, options) => (await import("./boa-adapter.ts")).createBoaAdapter(env, options),
};
