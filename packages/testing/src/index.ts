export * from "./test-database.ts";
export * from "./until.ts";
export * from "./openapi-check.ts";
