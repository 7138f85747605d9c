import type { BankEndpoint } from "../bank-endpoint.ts";

export const awashEndpoint: BankEndpoint = {
  hostSetting: "BANK_AWASH",
  bankSetting: "BANK_AWASH",
  title: "Awash Bank receipts",
  baseUrl: "https://awashpay.awashbank.com:8225",
  timeoutMs: 15_000,
  keepAlive: true,
};
