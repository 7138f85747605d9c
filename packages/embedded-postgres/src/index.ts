export { openCluster, type PostgresCluster } from "./postgres-cluster.ts";
export { ensureDatabase } from "./server-database.ts";
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./start-embedded-postgres.ts";
