import type { BankEndpoint } from "../bank-endpoint.ts";

export const dashenEndpoint: BankEndpoint = {
  hostSetting: "BANK_DASHEN",
  bankSetting: "BANK_DASHEN",
  title: "Dashen Bank receipt pages",
  baseUrl: "https://receipts.dashenbanksc.com",
  // Among the slow ones: answers after 8 s and more have been seen.
  timeoutMs: 15_000,
  keepAlive: true,
};
