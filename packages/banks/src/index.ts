export * from "./bank-adapter.ts";
export type { BankSetting } from "./bank-endpoint.ts";
export * from "./bank-failure.ts";
export { bankSettings, readIdentifiers, supportedBanks } from "./bank-registry.ts";
