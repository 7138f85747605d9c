import type { BankEndpoint } from "../bank-endpoint.ts";

export const siinqeeEndpoint: BankEndpoint = {
  hostSetting: "BANK_SIINQEE",
  bankSetting: "BANK_SIINQEE",
  title: "Siinqee Bank receipt pages",
  // Three contradictory claims are public, none of them proven.
  baseUrl: "",
  timeoutMs: 15_000,
  keepAlive: true,
};
