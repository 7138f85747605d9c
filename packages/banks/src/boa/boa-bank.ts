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
    messages: [/\bBank of Abyssinia\b/i],
    likelihood: () => 2,
  },
  endpoints: [boaEndpoint],
  loadAdapter: async (env, options) => (await import("./boa-adapter.ts")).createBoaAdapter(env, options),
};
