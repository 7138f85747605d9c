export * from "./bank-adapter.ts";
export type { BankSetting } from "./bank-endpoint.ts";
export * from "./bank-failure.ts";
export { bankSettings, createBankDetection, readIdentifiers } from "./bank-registry.ts";
export type { BankDetection, DetectBank } from "./detect-bank.ts";
