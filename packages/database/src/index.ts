export * from "./database-pool.ts";
export * from "./micro-batcher.ts";
export * from "./migrate.ts";
