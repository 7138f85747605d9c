import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { createPool } from "../packages/database/src/database-pool.ts";
import { startEmbeddedPostgres } from "../packages/embedded-postgres/src/index.ts";
import { makeTestDataFolder } from "../packages/testing/src/test-data-folder.ts";

/** A fixed piece of work, half of it in one thread of JavaScript and half in PostgreSQL: the unit of the budget. */
function compute(): void {
  let text = JSON.stringify(
    Array.from({ length: 2_000 }, (_, n) => ({ id: `ver_${n}`, amount: n * 1.07, ok: n % 3 === 0 })),
  );
  for (let round = 0; round < 60; round += 1) {
    const rows: { id: string; amount: number }[] = JSON.parse(text);
    for (const row of rows)
      row.amount += row.id.replace(/\d+/g, (digits) => String(Number(digits) + round)).length;
    rows.sort((a, b) => b.amount - a.amount);
    text = JSON.stringify(rows);
    createHash("sha256").update(text).digest("hex");
  }
}

async function query(connectionString: string): Promise<void> {
  const client = createPool({
    connectionString,
    applicationName: "machine-work",
    maxConnections: 1,
    statementTimeoutMs: 300_000,
  });
  await client.query("create table work (id bigint primary key, name text, data jsonb)");
  await client.query(
    `insert into work select n, md5(n::text), jsonb_build_object('amount', n % 977, 'name', md5((n % 5000)::text))
       from generate_series(1, 50000) n`,
  );
  await client.query("create index on work ((data ->> 'name'))");
  await client.query("create index on work (name)");
  for (let round = 0; round < 3; round += 1)
    await client.query(
      "select data ->> 'name', sum((data ->> 'amount')::numeric) from work group by 1 order by 2 desc",
    );
  for (let id = 1; id <= 1_500; id += 1)
    await client.query({ name: "find", text: "select * from work where id = $1", values: [id * 7] });
  await client.query("drop table work");
  await client.end();
}

compute();
const dataDir = await makeTestDataFolder();
const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
try {
  await query(server.adminUrl);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
