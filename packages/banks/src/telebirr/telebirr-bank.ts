import type { BankDefinition } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { telebirrEndpoint } from "./telebirr-endpoint.ts";
import { createTelebirrIdentifiers } from "./telebirr-identifiers.ts";

const hosts = ["transactioninfo.ethiotelecom.et"];
const hostSettings = ["BANK_TELEBIRR_BASE_URL"];

export const bank: BankDefinition = {
  code: "telebirr",
  createReadIdentifiers: (env) => createTelebirrIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [
      /thank you for using telebirr/i,
      /\btelebirr (?:account|transaction number)\b/i,
      /\bE-Money Account\b/i,
      /ቴሌብር/,
    ],
    // The wallets share one shape. Their year letters do not: telebirr's `R` will be 2040, M-Pesa's was 2023.
    likelihood: ({ reference }) => (reference < "R" ? 2 : 0),
  },
  endpoints: [telebirrEndpoint],
  examples: {
    success: { reference: "DJ57QK2M41" },
    notFound: { reference: "DJ57QK2MNF" },
    reversed: { reference: "DJ57QK2MRV" },
    down: { reference: "DJ57QK2MDN" },
    slow: { reference: "DJ57QK2MSL" },
    unrecognizable: { reference: "DJ57QK2MGB" },
  },
  loadAdapter: async (env, options) =>
    (await import("./telebirr-adapter.ts")).createTelebirrAdapter(env, options),
};
