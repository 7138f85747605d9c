export * from "./test-database.ts";
export * from "./until.ts";
