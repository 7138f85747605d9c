export * from "./database-pool.ts";
export * from "./micro-batcher.ts";
export * from "./migrate.ts";
export { migrationSettings } from "./migration-settings.ts";
