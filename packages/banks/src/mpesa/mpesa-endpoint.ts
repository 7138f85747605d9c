import type { BankEndpoint } from "../bank-endpoint.ts";

export const mpesaEndpoint: BankEndpoint = {
  hostSetting: "BANK_MPESA",
  bankSetting: "BANK_MPESA",
  title: "M-Pesa receipts",
  baseUrl: "https://m-pesabusiness.safaricom.et",
  // Other clients of this host use 25 to 60 s.
  timeoutMs: 30_000,
  keepAlive: true,
};
