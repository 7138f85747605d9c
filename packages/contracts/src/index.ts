export * from "./bank-codes.ts";
export * from "./money.ts";
