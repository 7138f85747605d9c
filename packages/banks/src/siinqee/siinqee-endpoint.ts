import type { BankEndpoint } from "../bank-endpoint.ts";

export const siinqeeEndpoint: BankEndpoint = {
  hostSetting: "BANK_SIINQEE",
  bankSetting: "BANK_SIINQEE",
  title: "Siinqee Bank receipt pages",
  baseUrl: "https://receipts.siinqeebank.com:871",
  timeoutMs: 15_000,
  keepAlive: true,
};
