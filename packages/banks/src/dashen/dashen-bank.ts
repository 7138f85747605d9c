import type { BankDefinition } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { dashenEndpoint } from "./dashen-endpoint.ts";
import { createDashenIdentifiers } from "./dashen-identifiers.ts";

/** The two of the super app are in old messages; they answer no more, and their references live on the new host. */
const hosts = ["receipts.dashenbanksc.com", "receipt.dashensuperapp.com", "api.dashensuperapp.com"];

const hostSettings = ["BANK_DASHEN_BASE_URL"];

/** What stands between branch and day in Zemen's references. */
const zemenProducts = /^(?:ATWR|IBFT|ETTB|IBET|PORE|BALE|ATCW|TEIN|P2PI)$/;

export const bank: BankDefinition = {
  code: "dashen",
  createReadIdentifiers: (env) => createDashenIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\bthank you for using Dashen Super ?App\b/i],
    mentions: [/\bDashen (?:Super ?App|Bank)\b/i],
    // Zemen's references have the same shape, but no adapter that could be asked.
    likelihood: ({ reference }) => (zemenProducts.test(reference.slice(3, 7)) ? 0 : 2),
  },
  endpoints: [dashenEndpoint],
  examples: {
    success: { reference: "387WDTS262780A7B" },
    notFound: { reference: "387WDTS262780ANF" },
    reversed: { reference: "387WDTS262780ARV" },
    down: { reference: "387WDTS262780ADN" },
    slow: { reference: "387WDTS262780ASL" },
    unrecognizable: { reference: "387WDTS262780AGB" },
  },
  loadAdapter: async (env, options) =>
    (await import("./dashen-adapter.ts")).createDashenAdapter(env, options),
};
