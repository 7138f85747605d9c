import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { branchReferenceDay } from "../reference-day.ts";
import { isUnsupportedReference } from "../unsupported-banks.ts";
import { dashenEndpoint } from "./dashen-endpoint.ts";
import { createDashenIdentifiers } from "./dashen-identifiers.ts";

/** Old messages have the two super app hosts. Those no longer respond, and their references work on the new host. */
const hosts = ["receipts.dashenbanksc.com", "receipt.dashensuperapp.com", "api.dashensuperapp.com"];

const hostSettings = ["BANK_DASHEN_BASE_URL"];

export const bank: BankDefinition = {
  code: "dashen",
  createReadIdentifiers: (env) => createDashenIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\bthank you for using Dashen Super ?App\b/i],
    mentions: [/\bDashen (?:Super ?App|Bank)\b/i],
    bic: "DASHETAA",
    likelihood: ({ reference }) => (isUnsupportedReference(reference) ? 0 : 2),
  },
  printed: {
    titles: ["dashenbank", "dashensuperapp"],
    references: [
      {
        form: "*##@@@@#####****",
        day: (reference) => (isUnsupportedReference(reference) ? undefined : branchReferenceDay(reference)),
      },
    ],
  },
  endpoints: [dashenEndpoint],
  examples: examplesFrom({ reference: "387WDTS262780A7B" }),
  loadAdapter: async (env, options) =>
    (await import("./dashen-adapter.ts")).createDashenAdapter(env, options),
};
