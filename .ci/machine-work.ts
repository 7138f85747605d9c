import { createHash } from "node:crypto";
import pg from "pg";
import { startTestPostgres } from "../packages/testing/src/start-test-postgres.ts";
import { stopTestPostgres } from "../packages/testing/src/stop-test-postgres.ts";

/** A fixed piece of work, half of it in one thread of JavaScript and half in PostgreSQL: the unit of the budget. */
function compute(): void {
  let text = JSON.stringify(
    Array.from({ length: 2_000 }, (_, n) => ({ id: `ver_${n}`, amount: n * 1.07, ok: n % 3 === 0 })),
  );
  for (let round = 0; round < 150; round += 1) {
    const rows: { id: string; amount: number }[] = JSON.parse(text);
    for (const row of rows)
      row.amount += row.id.replace(/\d+/g, (digits) => String(Number(digits) + round)).length;
    rows.sort((a, b) => b.amount - a.amount);
    text = JSON.stringify(rows);
    createHash("sha256").update(text).digest("hex");
  }
}

async function query(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env["RECEIPTS_TEST_ADMIN_URL"] });
  await client.connect();
  await client.query("create table work (id bigint primary key, name text, data jsonb)");
  await client.query(
    `insert into work select n, md5(n::text), jsonb_build_object('amount', n % 977, 'name', md5((n % 5000)::text))
       from generate_series(1, 120000) n`,
  );
  await client.query("create index on work ((data ->> 'name'))");
  await client.query("create index on work (name)");
  for (let round = 0; round < 4; round += 1)
    await client.query(
      "select data ->> 'name', sum((data ->> 'amount')::numeric) from work group by 1 order by 2 desc",
    );
  for (let id = 1; id <= 4_000; id += 1)
    await client.query({ name: "find", text: "select * from work where id = $1", values: [id * 7] });
  await client.query("drop table work");
  await client.end();
}

await startTestPostgres();
try {
  compute();
  await query();
} finally {
  await stopTestPostgres();
}
