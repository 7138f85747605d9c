import type { BankDefinition } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { siinqeeEndpoint } from "./siinqee-endpoint.ts";
import { createSiinqeeIdentifiers } from "./siinqee-identifiers.ts";

/** Claimed for links only; nothing is ever asked of it unless an operator configures it. */
const hosts = ["siinqeebank.com", "www.siinqeebank.com"];

const hostSettings = ["BANK_SIINQEE_BASE_URL"];

export const bank: BankDefinition = {
  code: "siinqee",
  createReadIdentifiers: (env) => createSiinqeeIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\bSiinqee Bank\b/i],
    likelihood: () => 2,
  },
  endpoints: [siinqeeEndpoint],
  loadAdapter: async (env, options) =>
    (await import("./siinqee-adapter.ts")).createSiinqeeAdapter(env, options),
};
