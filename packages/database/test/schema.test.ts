import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { describeSchema } from "../src/describe-schema.ts";
import { migrate } from "../src/migrate.ts";

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
});

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
