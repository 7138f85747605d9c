import pg from "pg";
import { type EnvironmentKey, registerEnvironmentKeys } from "./environment-keys.ts";
import type { Pool, PoolClient, Queryable } from "./queryable.ts";
import { clientReporting, type ServerFault } from "./server-faults.ts";

/** Timestamps keep node-postgres's default, `Date`. Bigint columns become numbers, which hold every count here. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface PoolOptions {
  readonly connectionString: string;
  readonly applicationName: string;
  readonly maxConnections: number;
  readonly statementTimeoutMs?: number;
  /** For statements that may read whole tables: PostgreSQL's default planning instead of the hot path's. */
  readonly readsWholeTables?: boolean;
  /** For statements that walk an index in its order: sorts are off, so nothing is read whole to be sorted. */
  readonly walksIndexes?: boolean;
  readonly onError?: (error: Error) => void;
  readonly onFault?: (fault: ServerFault) => void;
  /** No connection is given out before the database has accepted these keys. */
  readonly environmentKeys?: readonly EnvironmentKey[];
}

/**
 * Generic plans: replanning each batch took two thirds of PostgreSQL's work on a verification; `test/gates` checks the
 * plans at a million rows. No sequential scans: a plan made for an empty table would scan it until the first ANALYZE, a
 * minute later. No JIT: compiling takes longer than any statement runs.
 */
const hotPathPlanning = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off";

/** While the statistics show no backlog, sorting it at each step looks as cheap as the next index entry. */
const walkPlanning = `${hotPathPlanning} -c enable_sort=off -c enable_incremental_sort=off`;

/** Creates a pool. Its statements, lock waits and idle transactions all time out. */
export function createPool(options: PoolOptions): Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    // For a server that sends nothing at all, which its own timeouts cannot detect.
    query_timeout: statementTimeoutMs + 2_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    ...(options.readsWholeTables === true
      ? {}
      : { options: options.walksIndexes === true ? walkPlanning : hotPathPlanning }),
    ...(options.onFault === undefined ? {} : { Client: clientReporting(options.onFault) }),
    onConnect: registerOnce(options.environmentKeys ?? []),
  });
  // A connection that fails while idle is replaced on the next use. Without a listener the error would end the process.
  pool.on("error", (error) => {
    // The server may close connections while the pool ends: not an error.
    if (!pool.ending) options.onError?.(error);
  });
  // The same for one in use, such as in a transaction that waits for its caller: its next statement fails then.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** The database is asked until it has answered once. */
function registerOnce(keys: readonly EnvironmentKey[]): (client: Queryable) => Promise<void> {
  let isRegistered = keys.length === 0;
  return async (client) => {
    if (isRegistered) return;
    await registerEnvironmentKeys(client, keys);
    isRegistered = true;
  };
}

/** Runs `work` in one transaction on one connection. An error rolls back and is rethrown. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Seconds that this process's clock is ahead of the database's. */
export async function clockSkewSeconds(database: Queryable): Promise<number> {
  const askedAt = Date.now();
  const { rows } = await database.query<{ now: number }>(
    "select extract(epoch from clock_timestamp())::float8 as now",
  );
  return (askedAt + Date.now()) / 2_000 - (rows[0]?.now ?? Number.NaN);
}

/** Rejects if the database does not respond. */
export async function ping(database: Queryable): Promise<void> {
  await database.query("select 1");
}
