import type { BankEndpoint } from "../bank-endpoint.ts";

export const amharaEndpoint: BankEndpoint = {
  hostSetting: "BANK_AMHARA",
  bankSetting: "BANK_AMHARA",
  title: "Amhara Bank receipts",
  baseUrl: "https://transaction.amharabank.com.et",
  timeoutMs: 15_000,
  keepAlive: true,
};
