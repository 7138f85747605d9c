import type { BankEndpoint } from "../bank-endpoint.ts";

export const dashenEndpoint: BankEndpoint = {
  hostSetting: "BANK_DASHEN",
  bankSetting: "BANK_DASHEN",
  title: "Dashen Bank receipt pages",
  baseUrl: "https://receipts.dashenbanksc.com",
  // A slow host: responses after 8 s and more occur.
  timeoutMs: 15_000,
  keepAlive: true,
};
