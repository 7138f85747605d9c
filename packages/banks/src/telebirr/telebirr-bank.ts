import type { BankDefinition } from "../bank-definition.ts";
import { knownHosts } from "../known-hosts.ts";
import { telebirrEndpoint } from "./telebirr-endpoint.ts";
import { createTelebirrIdentifiers } from "./telebirr-identifiers.ts";

export const telebirrBank: BankDefinition = {
  code: "telebirr",
  createReadIdentifiers: (env) =>
    createTelebirrIdentifiers(
      knownHosts(["transactioninfo.ethiotelecom.et"], env, ["BANK_TELEBIRR_BASE_URL"]),
    ),
  endpoints: [telebirrEndpoint],
  loadAdapter: async (env, options) =>
    (await import("./telebirr-adapter.ts")).createTelebirrAdapter(env, options),
};
