import type { BankEndpoint } from "../bank-endpoint.ts";

export const boaEndpoint: BankEndpoint = {
  hostSetting: "BANK_BOA",
  bankSetting: "BANK_BOA",
  title: "Bank of Abyssinia slips",
  baseUrl: "https://cs.bankofabyssinia.com",
  timeoutMs: 15_000,
  keepAlive: true,
};
