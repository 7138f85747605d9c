import type { Queryable } from "@receipts/database";
import type { ServiceMetrics } from "@receipts/service-kit";

/** Reports what fills the disk of the database. Each reading looks at the sizes of files, not into them. */
export function reportSizes(deps: { readonly database: Queryable; readonly metrics: ServiceMetrics }): void {
  const { database, metrics } = deps;
  metrics.readings(
    "database_table_bytes",
    "Size of a table of the database with its indexes",
    ["table"],
    async () => {
      const { rows } = await database.query<{ table: string; bytes: number }>({
        name: "table_sizes",
        text: `select relname::text as table, pg_total_relation_size(oid) as bytes
                 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      });
      return rows.map(({ table, bytes }) => ({ labels: { table }, value: bytes }));
    },
  );
  metrics.readings(
    "database_wal_bytes",
    "Log that the database server has written since its statistics were reset",
    [],
    async () => {
      const { rows } = await database.query<{ bytes: number }>({
        name: "wal_written",
        text: "select wal_bytes::float8 as bytes from pg_stat_wal",
      });
      return rows.map(({ bytes }) => ({ labels: {}, value: bytes }));
    },
  );
}
