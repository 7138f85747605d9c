import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { createTestDatabase, type TestDatabase, until } from "@receipts/testing";
import { describeSchema } from "../src/describe-schema.ts";
import { MIGRATION_LOCK, migrate } from "../src/migrate.ts";

const DUMP = fileURLToPath(new URL("database-of-0030.sql.gz", import.meta.url));
const SCHEMA_FILE = fileURLToPath(new URL("../schema.sql", import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("the schema", () => {
  it("can be migrated again, by several processes at once, without a change", async () => {
    expect(await Promise.all([migrate(database.url), migrate(database.url)])).toEqual([[], []]);
  });

  /** A concurrent index build waits for the transactions of others, and those would wait for its process. */
  it("is migrated by one process while another waits outside of any transaction", async () => {
    const holder = await database.pool.connect();
    await holder.query("begin");
    await holder.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    const waiting = migrate(database.url);
    const isOutside = async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'migrate'
            and state = 'idle' and query ~* '^(commit|rollback)'`,
      );
      return rowCount === 1;
    };
    await until(isOutside, { what: "a waiting process without a transaction" });
    await holder.query("commit");
    holder.release();
    expect(await waiting).toEqual([]);
  });

  it("is created once when several processes start on an empty database", async () => {
    const empty = await createTestDatabase();
    await empty.pool.query("drop schema public cascade");
    await empty.pool.query("create schema public");
    const [first, ...others] = (
      await Promise.all([migrate(empty.url), migrate(empty.url), migrate(empty.url)])
    ).sort((left, right) => right.length - left.length);
    expect(first).toContain("0032_index_event_types_concurrently.sql");
    expect(others).toEqual([[], []]);
    expect(await describeSchema(empty.pool)).toBe(await readFile(SCHEMA_FILE, "utf8"));
    await empty.drop();
  });

  it("gets an index that an earlier attempt left half built", async () => {
    const name = "0032_index_event_types_concurrently.sql";
    await database.pool.query("delete from knex_migrations where name = $1", [name]);
    expect(await migrate(database.url)).toEqual([name]);
    expect(await describeSchema(database.pool)).toBe(await readFile(SCHEMA_FILE, "utf8"));
  });

  /** A reviewer sees each change of the schema as a change of this file. */
  it("equals schema.sql (written by npm run schema)", async () => {
    const schema = await describeSchema(database.pool);
    if (process.env["UPDATE_SCHEMA"] === "true") await writeFile(SCHEMA_FILE, schema);
    expect(await readFile(SCHEMA_FILE, "utf8")).toBe(schema);
  });

  it.each([
    "drop trigger audit_log_append_only on audit_log",
    "alter table audit_log disable trigger audit_log_append_only",
    "alter table users enable row level security",
    "create view names as select name from users",
    "alter function refuse_change() security definer",
  ])("no longer equals schema.sql after: %s", async (change) => {
    const changed = await createTestDatabase();
    await changed.pool.query(change);
    expect(await describeSchema(changed.pool)).not.toBe(await readFile(SCHEMA_FILE, "utf8"));
    await changed.drop();
  });

  /** A migration that was killed must not block the next one for ever. */
  it("can be migrated after a killed migration left its lock", async () => {
    await database.pool.query("update knex_migrations_lock set is_locked = 1");
    expect(await migrate(database.url)).toEqual([]);
  });

  /** After a rollback, the older release's `migrate` runs on the newer schema. */
  it("stays as it is when a newer release has migrated it further", async () => {
    await withMigrationDone("9999_of_a_newer_release.sql", async () => {
      expect(await migrate(database.url)).toEqual([]);
    });
  });

  it("is refused when it has an unknown migration among our own numbers", async () => {
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

describe("a database with the squashed migrations", () => {
  let old: TestDatabase;
  beforeAll(async () => {
    old = await createTestDatabase();
    await old.pool.query("drop schema public cascade; create schema public");
    // One connection: a dump sets an empty search path.
    const client = await old.pool.connect();
    await client.query(gunzipSync(await readFile(DUMP)).toString());
    client.release(true);
  });
  afterAll(() => old.drop());

  const user = "usr_01k9zb2n6c7d8e9f0g1h2j3k4m";
  const hook = "https://shop.example/hooks";

  it("has the schema of a new one after migrating, and keeps its rows", async () => {
    await old.pool.query("update users set default_webhook_url = $2 where id = $1", [user, hook]);
    await old.pool.query(
      `insert into webhook_deliveries (id, user_id, event, url, payload, http_request_id)
       select 'whd_' || n, $1, event, $2 || path, json_build_object('id', 'evt_' || n, 'depositId', 'dep_' || n), 'req'
         from (values (1, 'deposit.confirmed', ''), (2, 'profile.updated', ''), (3, 'deposit.created', '/own')) as t(n, event, path)`,
      [user, hook],
    );
    await migrate(old.url);
    expect(await describeSchema(old.pool)).toBe(await readFile(SCHEMA_FILE, "utf8"));
    const { rows } = await old.pool.query(
      "select user_id, amount::int, balance_after::int, sequence::int from credit_transactions",
    );
    expect(rows).toMatchObject([
      { user_id: "usr_01k9zb2n6c7d8e9f0g1h2j3k4m", amount: 7, balance_after: 7, sequence: 1 },
    ]);
  });

  it("has the default webhook as an endpoint, to which its waiting webhooks belong", async () => {
    const endpoints = await old.pool.query("select id, user_id, url, types, enabled from webhook_endpoints");
    const [endpoint] = endpoints.rows;
    expect(endpoints.rows).toEqual([
      { id: expect.stringMatching(/^whe_/), user_id: user, url: hook, types: ["*"], enabled: true },
    ]);
    const { rows } = await old.pool.query(
      "select id, state, url, endpoint_id, subject, event_id from webhook_deliveries order by id",
    );
    const pending = { state: "pending", url: hook, endpoint_id: endpoint.id, subject: null, event_id: null };
    expect(rows).toEqual([
      { ...pending, id: "whd_1", subject: "dep_1", event_id: "evt_1" },
      { ...pending, id: "whd_2" },
      { ...pending, id: "whd_3", url: `${hook}/own`, endpoint_id: null, subject: "dep_3", event_id: "evt_3" },
    ]);
  });

  /** It runs beside the new release, and knows the URL of the account alone. */
  it("keeps the endpoint equal to the URL that the older release sets", async () => {
    const set = (url: string | null) =>
      old.pool.query("update users set default_webhook_url = $2 where id = $1", [user, url]);
    const urls = async () => (await old.pool.query("select url from webhook_endpoints")).rows;
    await set(`${hook}/moved`);
    expect(await urls()).toEqual([{ url: `${hook}/moved` }]);
    await set(null);
    expect(await urls()).toEqual([]);
  });

  /** The squashed files also create triggers, which the description of the tables does not show. */
  it("has the triggers of a new one", async () => {
    const triggers = `select tgrelid::regclass::text as "table", translate(pg_get_triggerdef(oid), '()', '') as definition from pg_trigger
                       where not tgisinternal order by 1, 2`;
    const { rows } = await old.pool.query(triggers);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows).toEqual((await database.pool.query(triggers)).rows);
  });

  /** The older release runs the migrations of its list that the table lacks. */
  it("lists the same migrations as a new one, so the older release finds nothing to do in either", async () => {
    const names = "select name from knex_migrations where name < '0031' order by name";
    const { rows } = await old.pool.query(names);
    expect(rows).toHaveLength(26);
    expect((await database.pool.query(names)).rows).toEqual(rows);
  });

  it("is refused when it has run only some of them", async () => {
    await old.pool.query("delete from knex_migrations where name > '0029'");
    await expect(migrate(old.url)).rejects.toThrow(
      "this database lacks 0029_second_confirmation.sql, 0030_verdicts_go_where_they_belong.sql: migrate it with a release that has",
    );
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
      requeue_after: "now()",
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
