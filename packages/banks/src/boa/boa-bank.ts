import type { BankDefinition } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { boaEndpoint } from "./boa-endpoint.ts";
import { createBoaIdentifiers } from "./boa-identifiers.ts";

export const boaBank: BankDefinition = {
  code: "boa",
  createReadIdentifiers: (env) =>
    createBoaIdentifiers(knownHosts(["cs.bankofabyssinia.com"], env, ["BANK_BOA_BASE_URL"])),
  endpoints: [boaEndpoint],
  loadAdapter: async (env, options) => (await import("./boa-adapter.ts")).createBoaAdapter(env, options),
};
