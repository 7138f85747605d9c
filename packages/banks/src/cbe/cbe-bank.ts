import type { BankDefinition } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { cbeEndpoint, cbeLegacyEndpoint } from "./cbe-endpoints.ts";
import { createCbeIdentifiers } from "./cbe-identifiers.ts";

const hosts = ["apps.cbe.com.et", "mbreciept.cbe.com.et", "mb.cbe.com.et"];
const hostSettings = ["BANK_CBE_BASE_URL", "BANK_CBE_LEGACY_BASE_URL"];

export const bank: BankDefinition = {
  code: "cbe",
  createReadIdentifiers: (env) => createCbeIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\bthank(?:s| you) for banking with CBE\b/i],
    likelihood: () => 2,
  },
  endpoints: [cbeEndpoint, cbeLegacyEndpoint],
  loadAdapter: async (env, options) => (await import("./cbe-adapter.ts")).createCbeAdapter(env, options),
};
