export * from "./database-pool.ts";
export * from "./migrate.ts";
