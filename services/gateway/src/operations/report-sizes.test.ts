import { createPool } from "@receipts/database";
import { createServiceMetrics } from "@receipts/service-kit";
import { asService, database, useTestDatabase } from "@receipts/testing";
import { reportSizes } from "./report-sizes.ts";

useTestDatabase();

it("reports what each table takes, and what the server has written to its log, with the gateway's own role", async () => {
  const pool = createPool({
    connectionString: asService(database.url, "gateway"),
    applicationName: "report-sizes",
    maxConnections: 1,
    statementTimeoutMs: 10_000,
  });
  try {
    // A reading is kept for a while: each has metrics of its own.
    const read = async (series: string) => {
      const metrics = createServiceMetrics({ processMetrics: false });
      reportSizes({ database: pool, metrics });
      const line = (await metrics.text()).split("\n").find((text) => text.startsWith(`${series} `));
      return Number(line?.split(" ")[1]);
    };
    const users = 'database_table_bytes{table="users"}';
    const [size, written] = [await read(users), await read("database_wal_bytes")];
    expect(size).toBeGreaterThan(0);
    await database.pool.query(
      `insert into users (id, email, name) select 'usr_' || new_ulid(), n || '@example.test', repeat('x', 100)
         from generate_series(1, 1000) n`,
    );
    expect(await read(users)).toBeGreaterThan(size);
    await database.pool.query("select pg_stat_force_next_flush()");
    expect(await read("database_wal_bytes")).toBeGreaterThanOrEqual(written);
  } finally {
    await pool.end();
  }
});
