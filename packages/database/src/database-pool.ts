import pg from "pg";

/** Timestamps stay what PostgreSQL sent as `Date`; bigint columns become JavaScript numbers, which hold every count here. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;
/** What runs a statement: the pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, "query">;

export interface PoolOptions {
  readonly connectionString: string;
  readonly applicationName: string;
  readonly maxConnections: number;
  readonly statementTimeoutMs?: number;
  /** Its statements may read whole tables: PostgreSQL's own planning suits them better than that for the hot path. */
  readonly readsWholeTables?: boolean;
  /** Its statements step through indexes: where one gives the order that is asked for, nothing is read whole to be sorted. */
  readonly walksIndexes?: boolean;
  readonly onError?: (error: Error) => void;
}

/**
 * Statements are planned once for a connection. Left to itself PostgreSQL plans a batch anew at each run, since a plan for the
 * few rows of this one looks a little cheaper than one for any number: two thirds of its work on a verification went there.
 * Nothing here needs a plan of its own for certain values: the plans at a million rows are held by `test/gates`.
 *
 * A plan that was made while a table was empty would read all of it until the table is analyzed for the first time, a minute
 * later: by index, then, wherever there is one. And compiling a statement takes longer than any of them runs.
 */
const hotPathPlanning = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off";

/** While the statistics know of no backlog, sorting it at each step looks as cheap as the next entry of an index. */
const walkPlanning = `${hotPathPlanning} -c enable_sort=off -c enable_incremental_sort=off`;

/** A pool whose statements, locks and idle transactions all have an end. */
export function createPool(options: PoolOptions): Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    // For a server that answers nothing at all, which its own timeouts cannot tell.
    query_timeout: statementTimeoutMs + 2_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    ...(options.readsWholeTables === true
      ? {}
      : { options: options.walksIndexes === true ? walkPlanning : hotPathPlanning }),
  });
  // A connection that dies while idle is replaced on the next use; without a listener it would end the process.
  pool.on("error", (error) => {
    // A connection that the server closes while we are leaving is no news.
    if (!pool.ending) options.onError?.(error);
  });
  return pool;
}

/** Runs `work` in one transaction on one connection; a fault rolls back and is thrown on. */
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

/** Rejects when the database does not answer. */
export async function ping(database: Queryable): Promise<void> {
  await database.query("select 1");
}
