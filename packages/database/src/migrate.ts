import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { pause } from "@receipts/service-kit";
import knex, { type Knex } from "knex";
import { grantToAppRole } from "./grant-to-app-role.ts";
import { grantToServiceRoles, type ServiceRoles } from "./grant-to-service-roles.ts";

const MIGRATIONS_FOLDER = fileURLToPath(new URL("../migrations", import.meta.url));
/** The earlier migrations (`squashed`), and the files that replace them. */
const squashedInto = ["0031_schema.sql", "0032_index_event_types_concurrently.sql"];
const squashed =
  `0001_accounts_and_keys 0002_verification_requests 0003_outbox_and_webhooks 0004_quarantined_documents
  0005_people_and_audit 0006_keys_and_disabled_users 0007_ledger_order_and_reports 0008_profile_and_retention 0009_bank_uptime
  0010_deliveries_and_attempts 0011_accept_path 0013_checkout 0014_credit_purchases 0015_attempts_at_banks 0016_other_names
  0017_expectations 0018_deposit_reviews 0019_validate_deposit_reviews 0020_refund_of_failed_requests 0022_mail
  0024_index_event_types_concurrently 0026_askers_in_vain 0027_tries_of_purchases 0028_validate_tries_of_purchases
  0029_second_confirmation 0030_verdicts_go_where_they_belong`
    .split(/\s+/)
    .map((name) => `${name}.sql`);
/** Any number that is the same in every process that migrates. */
export const MIGRATION_LOCK = 7_204_115;

interface SqlMigration {
  readonly name: string;
  readonly sql: string;
}

/** Numbered, forward-only SQL files, in order. */
async function readMigrations(): Promise<SqlMigration[]> {
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort();
  return await Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(path.join(MIGRATIONS_FOLDER, name), "utf8") })),
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
}

/**
 * Migrations of a newer release are fine: migrations only add. An unknown one among our own numbers means another
 * schema.
 */
function refuseUnknownMigrations(completed: readonly string[], ours: readonly SqlMigration[]): void {
  const known = new Set([...squashed, ...ours.map(({ name }) => name)]);
  const newest = ours.at(-1)?.name ?? "";
  const unknown = completed.filter((name) => !known.has(name) && name <= newest);
  if (unknown.length > 0) throw new Error(`unknown migrations: ${unknown.join(", ")}`);
}

/** A database with all squashed migrations already has what the replacing files create. */
async function adoptSquashed(database: Knex, completed: readonly string[]): Promise<void> {
  const isSquashed = squashed.some((name) => completed.includes(name));
  if (!isSquashed || squashedInto.some((name) => completed.includes(name))) return;
  const missing = squashed.filter((name) => !completed.includes(name));
  if (missing.length > 0)
    throw new Error(
      `this database lacks ${missing.join(", ")}: migrate it with a release that has these files first`,
    );
  await markDone(database, squashedInto);
}

async function markDone(database: Knex, names: readonly string[]): Promise<void> {
  const done: string[] = await database("knex_migrations").pluck("name");
  const rows = names
    .filter((name) => !done.includes(name))
    .map((name) => ({ name, batch: 0, migration_time: database.fn.now() }));
  if (rows.length > 0) await database("knex_migrations").insert(rows);
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
      const migrations = await readMigrations();
      const config = {
        migrationSource: migrationSource(migrations),
        // Knex would refuse a newer release's schema, and so a rollback. `refuseUnknownMigrations` checks instead.
        disableMigrationsListValidation: true,
      };
      await database.migrate.forceFreeMigrationsLock(config);
      const [done]: [readonly { readonly name: string }[]] = await database.migrate.list(config);
      const completed = done.map(({ name }) => name);
      refuseUnknownMigrations(completed, migrations);
      await adoptSquashed(database, completed);
      const [, ran]: [number, string[]] = await database.migrate.latest(config);
      // So that an older release, which has the squashed files, finds nothing to do after a rollback.
      await markDone(database, squashed);
      if (options.appRole !== undefined) await grantToAppRole(guard, options.appRole);
      await grantToServiceRoles(guard, options.roles ?? {});
      return ran;
    });
  } finally {
    await database.destroy();
  }
}
