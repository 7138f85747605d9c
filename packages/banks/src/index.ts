export * from "./bank-adapter.ts";
export * from "./bank-failure.ts";
