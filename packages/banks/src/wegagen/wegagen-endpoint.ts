import type { BankEndpoint } from "../bank-endpoint.ts";

export const wegagenEndpoint: BankEndpoint = {
  hostSetting: "BANK_WEGAGEN",
  bankSetting: "BANK_WEGAGEN",
  title: "Wegagen Bank receipts",
  baseUrl: "https://transinfo.wegagenbanksc.com.et:8011",
  timeoutMs: 15_000,
  keepAlive: true,
};
