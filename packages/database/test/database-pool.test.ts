import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { createPool, inTransaction } from "../src/database-pool.ts";
import type { ServerFault } from "../src/server-faults.ts";

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

describe("a fault of the server", () => {
  const raised = (code: string) => `do $$ begin raise exception 'made' using errcode = '${code}'; end $$`;

  it.each([
    ["disk_full", raised("53100")],
    ["out_of_memory", raised("53200")],
    ["deadlock", raised("40P01")],
    ["serialization_failure", raised("40001")],
    ["read_only", "set transaction read only; create table t ()"],
    ["statement_timeout", "set statement_timeout = 10; select pg_sleep(60)"],
    ["lock_timeout", "set lock_timeout = 10; select from users for update"],
  ])("%s is reported once", async (fault, statement) => {
    const { faults, pool } = openReportingPool(database.url);
    const holder = await database.pool.connect();
    try {
      await holder.query("begin; lock table users in access exclusive mode");
      await expect(pool.query(statement)).rejects.toThrow();
      expect(faults).toEqual([fault]);
    } finally {
      holder.release(true);
      await pool.end();
    }
  });

  it("too_many_connections is reported, though no connection was made", async () => {
    await database.pool.query("create role crowded login password 'x' connection limit 0");
    const url = new URL(database.url);
    url.username = "crowded";
    url.password = "x";
    const { faults, pool } = openReportingPool(String(url));
    await expect(pool.query("select 1")).rejects.toThrow("too many connections");
    expect(faults).toEqual(["too_many_connections"]);
    await pool.end();
    await database.pool.query("drop role crowded");
  });

  it("is no error of a statement itself", async () => {
    const { faults, pool } = openReportingPool(database.url);
    for (const statement of ["select 1 / 0", "select nothing", raised("23505")])
      await expect(pool.query(statement)).rejects.toThrow();
    expect(faults).toEqual([]);
    await pool.end();
  });
});

function openReportingPool(connectionString: string) {
  const faults: ServerFault[] = [];
  const onFault = (fault: ServerFault) => void faults.push(fault);
  const pool = createPool({ connectionString, applicationName: "test", maxConnections: 1, onFault });
  return { faults, pool };
}
