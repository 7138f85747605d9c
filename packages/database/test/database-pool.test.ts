import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { createPool, inTransaction } from "../src/database-pool.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("a transaction whose connection the server closes between two statements fails, and the process stays", async () => {
  const pool = createPool({ connectionString: database.url, applicationName: "test", maxConnections: 1 });
  const failing = inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const ended = new Promise((resolve) => client.once("end", resolve));
    await database.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await ended;
    await client.query("select 1");
  });
  await expect(failing).rejects.toThrow("not queryable");
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
