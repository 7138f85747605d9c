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
    messages: [],
    mentions: [/\bSiinqee Bank\b/i],
    likelihood: () => 2,
  },
  endpoints: [siinqeeEndpoint],
  examples: {
    success: { reference: "SQ57QK2M410A7B" },
    notFound: { reference: "SQ57QK2M410ANF" },
    reversed: { reference: "SQ57QK2M410ARV" },
    down: { reference: "SQ57QK2M410ADN" },
    slow: { reference: "SQ57QK2M410ASL" },
    unrecognizable: { reference: "SQ57QK2M410AGB" },
  },
  loadAdapter: async (env, options) =>
    (await import("./siinqee-adapter.ts")).createSiinqeeAdapter(env, options),
};
