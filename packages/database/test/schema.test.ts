import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { describeSchema } from "../src/describe-schema.ts";
import { migrate } from "../src/migrate.ts";

const MIGRATIONS = fileURLToPath(new URL("../migrations", import.meta.url));
const SCHEMA_FILE = fileURLToPath(new URL("../schema.sql", import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("the schema", () => {
  it("can be migrated again, by several processes at once, without change", async () => {
    expect(await Promise.all([migrate(database.url), migrate(database.url)])).toEqual([[], []]);
  });

  /** One that waits for its turn must not be what an index that is built concurrently waits for. */
  it("is made by one of several processes that start on an empty database at once", async () => {
    const empty = await createTestDatabase();
    await empty.pool.query("drop schema public cascade");
    await empty.pool.query("create schema public");
    const [first, ...others] = (
      await Promise.all([migrate(empty.url), migrate(empty.url), migrate(empty.url)])
    ).sort((left, right) => right.length - left.length);
    expect(first).toContain("0024_index_event_types_concurrently.sql");
    expect(others).toEqual([[], []]);
    expect(await describeSchema(empty.pool)).toBe(await readFile(SCHEMA_FILE, "utf8"));
    await empty.drop();
  });

  it("gets an index that an earlier attempt has left half built", async () => {
    const name = "0024_index_event_types_concurrently.sql";
    await database.pool.query("delete from knex_migrations where name = $1", [name]);
    expect(await migrate(database.url)).toEqual([name]);
    expect(await describeSchema(database.pool)).toBe(await readFile(SCHEMA_FILE, "utf8"));
  });

  /** A reviewer sees a change of the schema as a change of this file, or the build says so. */
  it("is the one in schema.sql (npm run schema writes it)", async () => {
    const schema = await describeSchema(database.pool);
    if (process.env["UPDATE_SCHEMA"] === "true") await writeFile(SCHEMA_FILE, schema);
    expect(await readFile(SCHEMA_FILE, "utf8")).toBe(schema);
  });

  /** A migration that was killed in the middle must not lock out the next one for ever. */
  it("can be migrated although a killed migration left its lock behind", async () => {
    await database.pool.query("update knex_migrations_lock set is_locked = 1");
    expect(await migrate(database.url)).toEqual([]);
  });

  /** On the way back to the release of before, its `migrate` runs on what the newer one has made. */
  it("is left as it is when a newer release has migrated it further", async () => {
    await withMigrationDone("9999_of_a_newer_release.sql", async () => {
      expect(await migrate(database.url)).toEqual([]);
    });
  });

  it("is not taken for ours when it has a migration among our own numbers that we do not know", async () => {
    await withMigrationDone("0001_of_somebody_else.sql", async () => {
      await expect(migrate(database.url)).rejects.toThrow("0001_of_somebody_else.sql");
    });
  });
});

async function withMigrationDone(name: string, use: () => Promise<void>): Promise<void> {
  await database.pool.query(
    "insert into knex_migrations (name, batch, migration_time) values ($1, 99, now())",
    [name],
  );
  try {
    await use();
  } finally {
    await database.pool.query("delete from knex_migrations where name = $1", [name]);
  }
}

describe("0007, over a ledger that has lines already", () => {
  /** They lie on the disk in any order; the balance followed their time. */
  it("numbers them by their time, and the next one after them", async () => {
    const client = await database.pool.connect();
    try {
      await client.query("begin; create schema before; set local search_path = before");
      await client.query(await sqlUpTo("0006"));
      await client.query("insert into users (id, email, name) values ('usr_1', 'a@example.test', 'A')");
      const grant = (id: string, minute: number) =>
        `insert into credit_transactions (id, user_id, type, amount, balance_after, created_at)
         values ('${id}', 'usr_1', 'grant', 1, 1, '2026-01-01 00:0${minute}:00Z')`;
      for (const statement of [grant("ctx_c", 3), grant("ctx_b", 2), grant("ctx_d", 3), grant("ctx_a", 1)])
        await client.query(statement);
      await client.query(await sqlOf("0007"));
      await client.query(grant("ctx_e", 0));
      const { rows } = await client.query(
        "select id, sequence::int from credit_transactions order by sequence",
      );
      const ids = ["ctx_a", "ctx_b", "ctx_c", "ctx_d", "ctx_e"];
      expect(rows).toEqual(ids.map((id, place) => ({ id, sequence: place + 1 })));
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});

async function sqlOf(number: string): Promise<string> {
  const [name = ""] = (await readdir(MIGRATIONS)).filter((file) => file.startsWith(number));
  return await readFile(`${MIGRATIONS}/${name}`, "utf8");
}

async function sqlUpTo(number: string): Promise<string> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.slice(0, 4) <= number).sort();
  return (await Promise.all(files.map((file) => sqlOf(file.slice(0, 4))))).join("\n");
}

describe("the database itself refuses", () => {
  const user = "usr_00000000000000000000000000";
  beforeAll(async () => {
    await database.pool.query("insert into users (id, email, name) values ($1, 'a@example.test', 'A')", [
      user,
    ]);
    await database.pool.query("insert into credit_accounts (user_id, balance) values ($1, 1)", [user]);
  });
  const insertRequest = (id: string, overrides: Record<string, string> = {}) => {
    const row: Record<string, string> = {
      id: `'${id}'`,
      user_id: `'${user}'`,
      bank: "'cbe'",
      reference: "'FT26278K3WQ8'",
      receipt_key: "'k'",
      cache_status: "'MISS'",
      processing_status: "'queued'",
      status: "'pending'",
      recover_after: "now()",
      deadline_at: "now()",
      http_request_id: "'r'",
      ...overrides,
    };
    return `insert into verification_requests (${Object.keys(row).join(", ")}) values (${Object.values(row).join(", ")})`;
  };
  const debit = (id: string, amount: number) =>
    `insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id) values ('${id}', '${user}', 'debit', ${amount}, 0, 'ver_x')`;

  it.each([
    ["a balance below zero", [`update credit_accounts set balance = balance - 2 where user_id = '${user}'`]],
    ["a second debit of one request", [debit("ctx_1", -1), debit("ctx_2", -1)]],
    ["a debit that adds credits", [debit("ctx_3", 1)]],
    [
      "an ended request without a result",
      [
        insertRequest("ver_1", {
          processing_status: "'completed'",
          status: "'success'",
          verified: "true",
          completed_at: "now()",
        }),
      ],
    ],
    ["a verified request that did not succeed", [insertRequest("ver_2", { verified: "true" })]],
    [
      "a failed request without a reason",
      [
        insertRequest("ver_3", {
          processing_status: "'failed'",
          status: "'failed'",
          completed_at: "now()",
          result: "'{}'",
        }),
      ],
    ],
    [
      "two accounts of one email in another spelling",
      [`insert into users (id, email, name) values ('usr_b', 'A@example.test', 'B')`],
    ],
    ["an id of another kind", [insertRequest("key_1")]],
  ])("%s", async (_what, statements) => {
    const client = await database.pool.connect();
    try {
      await client.query("begin");
      await expect(
        (async () => {
          for (const statement of statements) await client.query(statement);
        })(),
      ).rejects.toThrow(/violates|duplicate/);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
