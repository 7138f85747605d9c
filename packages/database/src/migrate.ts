import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { pause } from "@receipts/service-kit";
import knex, { type Knex } from "knex";
import { grantToAppRole } from "./grant-to-app-role.ts";
import { grantToServiceRoles, type ServiceRoles } from "./grant-to-service-roles.ts";

const MIGRATIONS_FOLDER = fileURLToPath(new URL("../migrations", import.meta.url));
/** The last of the migrations that are squashed into the first files. */
const LAST_SQUASHED = "0030_verdicts_go_where_they_belong.sql";
const squashed = ["0031_schema.sql", "0032_index_event_types_concurrently.sql"] as const;
/** Any number: it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 7_204_115;

interface SqlMigration {
  readonly name: string;
  readonly sql: string;
}

/** Numbered forward-only SQL files, in order. */
async function readMigrations(): Promise<SqlMigration[]> {
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort();
  return await Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(path.join(MIGRATIONS_FOLDER, name), "utf8") })),
  );
}

/** PostgreSQL builds an index beside running writes only outside a transaction. */
const runsOutsideTransaction = ({ name }: SqlMigration) => name.endsWith("_concurrently.sql");

function migrationSource(migrations: readonly SqlMigration[]): Knex.MigrationSource<SqlMigration> {
  return {
    getMigrations: async () => [...migrations],
    getMigrationName: (migration) => migration.name,
    getMigration: async (migration) => ({
      config: { transaction: !runsOutsideTransaction(migration) },
      up: async (database) => {
        if (runsOutsideTransaction(migration)) {
          for (const statement of migration.sql.split(/;\s*$/m)) {
            if (statement.trim() !== "") await database.raw(statement);
          }
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
  /** One role for all services; it gets what they need together. */
  readonly appRole?: string | undefined;
  /** A role for each service; it gets what that one needs. */
  readonly roles?: ServiceRoles;
}

/** What a newer release has added may stay: migrations only add. A stranger among our own numbers is another schema. */
function refuseStrangers(completed: readonly string[], ours: readonly SqlMigration[]): void {
  const known = new Set(ours.map(({ name }) => name));
  const newest = ours.at(-1)?.name ?? "";
  const strangers = completed.filter((name) => name > LAST_SQUASHED && !known.has(name) && name <= newest);
  if (strangers.length > 0)
    throw new Error(`migrations that this release does not know: ${strangers.join(", ")}`);
}

/** A database that the migrations of before have made has what the squashed files make: they count as done there. */
async function adoptSquashed(database: Knex, completed: readonly string[]): Promise<void> {
  if (!completed.some((name) => name <= LAST_SQUASHED) || completed.includes(squashed[0])) return;
  if (!completed.includes(LAST_SQUASHED))
    throw new Error(`this database is older than ${LAST_SQUASHED}: migrate it with release 0.1.0 first`);
  await database("knex_migrations").insert(
    squashed.map((name) => ({ name, batch: 0, migration_time: database.fn.now() })),
  );
}

/**
 * Waits without a statement or a snapshot of its own, and without parameters, whose portal would keep one: an index that
 * is built concurrently waits for every older snapshot, and the others wait for who builds it.
 */
async function takeTurn(guard: Knex.Transaction): Promise<void> {
  const attempt = `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as "isOurs"`;
  for (;;) {
    const { rows }: { rows: readonly { readonly isOurs: boolean }[] } = await guard.raw(attempt);
    if (rows[0]?.isOurs === true) return;
    await pause(100);
  }
}

/**
 * Brings the schema up to date and answers with the names of the migrations that ran. Any number of processes may call
 * it at once: one works, the others wait. Knex's own lock would stay taken for ever after a crash, so an advisory lock,
 * which ends with its connection, stands around it and a leftover lock row is freed under that.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<string[]> {
  const database = knex({
    client: "pg",
    connection: { connectionString, application_name: "migrate" },
    // The guard, Knex's list of migrations, and the migration itself.
    pool: { min: 0, max: 3 },
  });
  try {
    return await database.transaction(async (guard) => {
      await takeTurn(guard);
      const migrations = await readMigrations();
      const config = {
        migrationSource: migrationSource(migrations),
        // Knex would refuse a newer release's schema, and so the way back to this one: `refuseStrangers` knows better.
        disableMigrationsListValidation: true,
      };
      await database.migrate.forceFreeMigrationsLock(config);
      const [done]: [readonly { readonly name: string }[]] = await database.migrate.list(config);
      const completed = done.map(({ name }) => name);
      refuseStrangers(completed, migrations);
      await adoptSquashed(database, completed);
      const [, ran]: [number, string[]] = await database.migrate.latest(config);
      if (options.appRole !== undefined) await grantToAppRole(guard, options.appRole);
      await grantToServiceRoles(guard, options.roles ?? {});
      return ran;
    });
  } finally {
    await database.destroy();
  }
}
