import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { createTestDatabase, type TestDatabase, until } from "@receipts/testing";
import { describeSchema } from "../src/describe-schema.ts";
import { MIGRATION_LOCK, migrate } from "../src/migrate.ts";

const MIGRATIONS = fileURLToPath(new URL("../migrations", import.meta.url));
/** The statements of the squashed migrations, and their list. */
const DATABASE_OF_0114 = fileURLToPath(new URL("database-of-0114.sql.gz", import.meta.url));
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
    expect(first).toContain("0001_accounts.sql");
    expect(others).toEqual([[], []]);
    expect(await describeSchema(empty.pool)).toBe(await readFile(SCHEMA_FILE, "utf8"));
    await empty.drop();
  });

  it("gets an index that an earlier attempt left half built", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "migrations-"));
    await cp(MIGRATIONS, folder, { recursive: true });
    const name = "9000_emails_concurrently.sql";
    await writeFile(
      path.join(folder, name),
      "drop index concurrently if exists emails;\ncreate unique index concurrently emails on users ((1));\n",
    );
    const used = await createTestDatabase();
    const insert = (id: string) =>
      used.pool.query("insert into users (id, email, name) values ($1, $1, '')", [id]);
    await Promise.all([insert("usr_1"), insert("usr_2")]);
    await expect(migrate(used.url, { folder })).rejects.toThrow("could not create unique index");
    const { rows } = await used.pool.query(
      "select indisvalid from pg_index where indexrelid = 'emails'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: false }]);
    await used.pool.query("delete from members; delete from users where id = 'usr_2'");
    expect(await migrate(used.url, { folder })).toEqual([name]);
    await used.drop();
    await rm(folder, { recursive: true });
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

describe("a database of the squashed migrations", () => {
  let old: TestDatabase;
  beforeEach(async () => {
    old = await createTestDatabase();
    await old.pool.query("drop schema public cascade; create schema public");
    await old.pool.query(gunzipSync(await readFile(DATABASE_OF_0114)).toString());
    await old.pool.query(
      `insert into users (id, email, name, default_webhook_url)
       values ('usr_1', 'a@example.test', 'A', 'https://shop.example/hooks');
       insert into webhook_secrets (user_id, ciphertext) values ('usr_1', 'of the account');
       insert into webhook_endpoints (id, user_id, url, ciphertext, previous_ciphertext, previous_until)
       values ('whe_own', 'usr_1', 'https://shop.example/own', 'new', 'old', now() + interval '1 day')`,
    );
  });
  afterEach(() => old.drop());

  const list = async ({ pool }: TestDatabase) =>
    (await pool.query("select name from knex_migrations order by name")).rows.map(({ name }) => name);

  it("has the schema and the list of a new one after migrating, and keeps its rows", async () => {
    expect((await list(old)).at(-1)).toBe("0114_without_releases_before.sql");
    const rowsOf = async () => [
      (await old.pool.query("select id, email, name, created_at from users")).rows,
      (await old.pool.query("select id, user_id, person_id, role, created_at, removed_at from members")).rows,
      (
        await old.pool.query(
          "select id, url, is_default, enabled, created_at from webhook_endpoints order by id",
        )
      ).rows,
    ];
    const before = await rowsOf();
    const [until] = (
      await old.pool.query("select previous_until from webhook_endpoints where id = 'whe_own'")
    ).rows;
    const ran = await Promise.all([migrate(old.url), migrate(old.url)]);
    expect(ran.flat()).toEqual((await list(old)).filter((name) => name > "0010_erasure.sql"));
    expect(await describeSchema(old.pool)).toBe(await readFile(SCHEMA_FILE, "utf8"));
    expect(await list(old)).toEqual(await list(database));
    expect(await rowsOf()).toEqual(before);
    expect(before.map((rows) => rows.length)).toEqual([1, 1, 2]);
    const secrets = await old.pool.query(
      `select owner_id as owner, encode(ciphertext, 'escape') as secret, encode(previous_ciphertext, 'escape') as previous,
              previous_until from webhook_secrets order by owner_id`,
    );
    expect(secrets.rows).toEqual([
      { owner: "usr_1", secret: "of the account", previous: null, previous_until: null },
      { owner: "whe_own", secret: "new", previous: "old", ...until },
    ]);
    const { rows } = await old.pool.query("select nspname from pg_namespace where nspname = 'squashed'");
    expect(rows).toEqual([]);
  });

  it.each([
    [
      "that lacks the last of them",
      "delete from knex_migrations where name > '0114'",
      "this database is at 0113_glossary_names.sql, and only one at 0114_without_releases_before.sql can be migrated",
    ],
    [
      "with another schema",
      "drop index users_to_erase",
      "another schema than 0114_without_releases_before.sql made: it lacks `CREATE INDEX users_to_erase ON users",
    ],
    [
      "with a function that everyone may call",
      "grant execute on function aim_delivery to public",
      "it lacks `revoke execute on function aim_delivery from public;`",
    ],
    ["with a table of its own", "create table notes (text text)", "it has `create table notes (`, it has"],
  ])("%s is refused, and stays as it is", async (_which, change, message) => {
    await old.pool.query(change);
    const state = async () => [await list(old), await describeSchema(old.pool)];
    const before = await state();
    await expect(migrate(old.url)).rejects.toMatchObject({
      // Printed without a stack.
      name: "ConfigurationError",
      message: expect.stringContaining(message),
    });
    expect(await state()).toEqual(before);
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
