import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigurationError, pause } from "@receipts/service-kit";
import knex, { type Knex } from "knex";
import { describeSchema } from "./describe-schema.ts";
import { grantToAppRole } from "./grant-to-app-role.ts";
import { grantToServiceRoles, type ServiceRoles } from "./grant-to-service-roles.ts";

const MIGRATIONS_FOLDER = fileURLToPath(new URL("../migrations", import.meta.url));
/** The last of the migrations that the files up to `squashedInto` replace. */
const LAST_SQUASHED = "0114_without_releases_before.sql";
const squashedInto = "0010_erasure.sql";
/** Any number that is the same in every process that migrates. */
export const MIGRATION_LOCK = 7_204_115;

interface SqlMigration {
  readonly name: string;
  readonly sql: string;
}

/** Numbered, forward-only SQL files, in order. */
async function readMigrations(folder: string): Promise<SqlMigration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort();
  return await Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(path.join(folder, name), "utf8") })),
  );
}

/** PostgreSQL builds an index concurrently only outside a transaction. */
const runsOutsideTransaction = ({ name }: SqlMigration) => name.endsWith("_concurrently.sql");

/** A file with a block has no other statement. */
function statementsOf({ sql }: SqlMigration): readonly string[] {
  return sql.includes("$$") ? [sql] : sql.split(/;\s*$/m).filter((statement) => statement.trim() !== "");
}

function migrationSource(migrations: readonly SqlMigration[]): Knex.MigrationSource<SqlMigration> {
  return {
    getMigrations: async () => [...migrations],
    getMigrationName: (migration) => migration.name,
    getMigration: async (migration) => ({
      config: { transaction: !runsOutsideTransaction(migration) },
      up: async (database) => {
        if (runsOutsideTransaction(migration)) {
          for (const statement of statementsOf(migration)) await database.raw(statement);
          return;
        }
        await database.raw("set local lock_timeout = '5s'");
        await database.raw(migration.sql);
      },
      down: async () => {
        throw new Error("migrations only go forward");
      },
    }),
  };
}

export interface MigrateOptions {
  /** One role for all services, with the privileges of all. */
  readonly appRole?: string | undefined;
  /** One role for each service, with the privileges of that service. */
  readonly roles?: ServiceRoles;
  /** Default: our own. */
  readonly folder?: string;
}

/**
 * Migrations of a newer release are fine: migrations only add. An unknown one among our own numbers means another
 * schema.
 */
function refuseUnknownMigrations(completed: readonly string[], ours: readonly string[]): void {
  const newest = ours.at(-1) ?? "";
  const unknown = completed.filter((name) => !ours.includes(name) && name <= newest);
  if (unknown.length > 0) throw new ConfigurationError([`unknown migrations: ${unknown.join(", ")}`]);
}

/**
 * Makes a database of the squashed migrations one of the files that replace them. It has their schema already, so only the
 * list of migrations changes. Throws, and changes nothing, for any other schema.
 */
async function adoptSquashed(
  database: Knex,
  last: string,
  replacing: readonly SqlMigration[],
): Promise<void> {
  if (last !== LAST_SQUASHED)
    throw new ConfigurationError([
      `this database is at ${last}, and only one at ${LAST_SQUASHED} can be migrated: bring it there with a version that has that file first`,
    ]);
  await database.transaction(async (transaction) => {
    // PostgreSQL qualifies some names by the search path.
    const description = async () =>
      (await describeSchema({ query: (sql) => transaction.raw(sql) })).replaceAll(
        /\b(?:public|squashed)\./g,
        "",
      );
    const found = await description();
    await transaction.raw("create schema squashed; set local search_path = squashed");
    for (const { sql } of replacing) await transaction.raw(sql);
    const expected = await description();
    await transaction.raw("drop schema squashed cascade; set local search_path = public");
    if (found !== expected)
      throw new ConfigurationError([
        `this database has another schema than ${LAST_SQUASHED} made: ${difference(found, expected)}`,
      ]);
    await transaction("knex_migrations").delete();
    await transaction("knex_migrations").insert(
      replacing.map(({ name }) => ({ name, batch: 0, migration_time: transaction.fn.now() })),
    );
  });
}

/** The first lines that only one of two descriptions has. */
function difference(found: string, expected: string): string {
  const [ours, theirs] = [found.split("\n"), expected.split("\n")];
  const extra = ours.filter((line) => !theirs.includes(line)).map((line) => `it has \`${line.trim()}\``);
  const missing = theirs.filter((line) => !ours.includes(line)).map((line) => `it lacks \`${line.trim()}\``);
  return [...missing, ...extra].slice(0, 5).join(", ") || "the order of lines differs";
}

/**
 * Runs the work under a lock that ends with its transaction. Each attempt is a transaction of its own. A concurrent
 * index build waits for every transaction that had a snapshot when it began, also for one that waits for this lock.
 */
async function underLock<T>(database: Knex, work: (guard: Knex.Transaction) => Promise<T>): Promise<T> {
  for (;;) {
    const attempt = await database.transaction(async (guard) => {
      const { rows }: { rows: readonly { readonly isOurs: boolean }[] } = await guard.raw(
        `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as "isOurs"`,
      );
      return rows[0]?.isOurs === true ? { result: await work(guard) } : undefined;
    });
    if (attempt !== undefined) return attempt.result;
    await pause(100);
  }
}

/**
 * Brings the schema up to date and returns the names of the migrations that ran. Safe in concurrent processes: one
 * works, the others wait. Knex's own lock would stay after a crash. So an advisory lock, which ends with its
 * connection, guards the run, and a leftover Knex lock is freed under it.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<string[]> {
  const database = knex({
    client: "pg",
    connection: { connectionString, application_name: "migrate" },
    // The guard, Knex's list of migrations, and the migration itself.
    pool: { min: 0, max: 3 },
    // It would print an error of a connection, with its stack, before it throws it.
    log: { warn: () => undefined },
  });
  try {
    return await underLock(database, async (guard) => {
      const migrations = await readMigrations(options.folder ?? MIGRATIONS_FOLDER);
      const config = {
        migrationSource: migrationSource(migrations),
        // Knex would refuse a newer release's schema, and so a rollback. `refuseUnknownMigrations` checks instead.
        disableMigrationsListValidation: true,
      };
      await database.migrate.forceFreeMigrationsLock(config);
      const [done]: [readonly { readonly name: string }[]] = await database.migrate.list(config);
      const completed = done.map(({ name }) => name);
      const last = completed.toSorted().at(-1);
      if (last !== undefined && !completed.includes(migrations[0]?.name ?? ""))
        await adoptSquashed(
          database,
          last,
          migrations.filter(({ name }) => name <= squashedInto),
        );
      else
        refuseUnknownMigrations(
          completed,
          migrations.map(({ name }) => name),
        );
      const [, ran]: [number, string[]] = await database.migrate.latest(config);
      if (options.appRole !== undefined) await grantToAppRole(guard, options.appRole);
      await grantToServiceRoles(guard, options.roles ?? {});
      return ran;
    });
  } finally {
    await database.destroy();
  }
}
