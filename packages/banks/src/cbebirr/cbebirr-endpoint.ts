import type { BankEndpoint } from "../bank-endpoint.ts";

export const cbebirrEndpoint: BankEndpoint = {
  hostSetting: "BANK_CBEBIRR",
  bankSetting: "BANK_CBEBIRR",
  title: "CBE Birr receipts",
  baseUrl: "https://cbepay1.cbe.com.et",
  // Other clients of this host use 20 to 70 s.
  timeoutMs: 30_000,
  keepAlive: true,
};
