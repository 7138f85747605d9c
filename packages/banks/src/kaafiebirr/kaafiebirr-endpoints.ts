import type { BankEndpoint } from "../bank-endpoint.ts";

const timeoutMs = 15_000;

export const kaafiebirrEndpoint: BankEndpoint = {
  hostSetting: "BANK_KAAFIEBIRR",
  bankSetting: "BANK_KAAFIEBIRR",
  title: "Kaafi eBirr receipts by link token",
  baseUrl: "https://receipt.ebirr.com",
  timeoutMs,
  keepAlive: true,
};

export const kaafiebirrTransferEndpoint: BankEndpoint = {
  hostSetting: "BANK_KAAFIEBIRR_TRANSFER",
  bankSetting: "BANK_KAAFIEBIRR",
  title: "Kaafi eBirr receipts by transfer id",
  baseUrl: "https://transactioninfo.ebirr.com",
  timeoutMs,
  keepAlive: true,
};
