export * from "./database-pool.ts";
export { asDatabaseFault, databaseUrlFault } from "./database-fault.ts";
export { checkDatabaseUrl } from "./database-url.ts";
export * from "./environment-keys.ts";
export { type ServiceRole, serviceRoles } from "./grant-to-service-roles.ts";
export * from "./micro-batcher.ts";
export * from "./migrate.ts";
export { migrationSettings } from "./migration-settings.ts";
export { serviceGrants } from "./service-grants.ts";
