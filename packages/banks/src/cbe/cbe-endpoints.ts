import type { BankEndpoint } from "../bank-endpoint.ts";

/** The PDF host is slow: responses after 30 s and more have succeeded. */
const timeoutMs = 30_000;

export const cbeEndpoint: BankEndpoint = {
  hostSetting: "BANK_CBE",
  bankSetting: "BANK_CBE",
  title: "CBE receipts by share token (JSON)",
  baseUrl: "https://mb.cbe.com.et",
  timeoutMs,
  keepAlive: true,
};

export const cbeLegacyEndpoint: BankEndpoint = {
  hostSetting: "BANK_CBE_LEGACY",
  bankSetting: "BANK_CBE",
  title: "CBE receipts by FT reference (PDF)",
  baseUrl: "https://apps.cbe.com.et:100",
  timeoutMs,
  keepAlive: true,
};
