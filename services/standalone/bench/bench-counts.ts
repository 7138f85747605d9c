import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { Pool } from "pg";
import type { BenchProcess } from "./bench-process.ts";
import type { BenchStack } from "./bench-stack.ts";

/** Exact counts of a load; they are the same on a busy machine. */
export interface Counts {
  readonly statements: readonly CountedStatement[];
  /** Transactions that wrote something: each has its share of a log flush. */
  readonly commits: number;
  readonly walBytes: number;
  /** Commands by name, only those with a key of this stack: others may use the server too. */
  readonly redisCommands: Readonly<Record<string, number>>;
  /** Commands that scripts run inside Redis: no round trips. */
  readonly redisCommandsInScripts: number;
  readonly logLines: number;
}

export interface CountedStatement {
  readonly query: string;
  readonly calls: number;
  /** Total time in PostgreSQL. */
  readonly ms: number;
}

/** For `openBenchStack({ ownServer })`: no background work, and the log's length does not depend on checkpoints. */
export const countedServer = { autovacuum: "off", full_page_writes: "off" };

/** Counts what a load causes in PostgreSQL (with `countedServer`), in Redis, and in the log of these processes. */
export async function countWhile(
  stack: BenchStack,
  processes: readonly BenchProcess[],
  load: () => Promise<unknown>,
): Promise<Counts> {
  await using redis = await watchRedis(stack);
  const linesBefore = linesOf(processes);
  await stack.pool.query("select pg_stat_statements_reset()");
  const before = await readServer(stack.pool);
  await load();
  const after = await readServer(stack.pool);
  return {
    statements: await readStatements(stack.pool),
    commits: after.transactions - before.transactions,
    walBytes: after.walBytes - before.walBytes,
    ...(await redis.counts()),
    logLines: linesOf(processes) - linesBefore,
  };
}

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function linesOf(processes: readonly BenchProcess[]): number {
  return processes.reduce((sum, { output }) => sum + output().split("\n").length, 0);
}

async function readServer(pool: Pool): Promise<{ transactions: number; walBytes: number }> {
  const { rows } = await pool.query(
    `select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as transactions,
            pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "walBytes"`,
  );
  return rows[0];
}

async function readStatements(pool: Pool): Promise<CountedStatement[]> {
  const { rows } = await pool.query<CountedStatement>(
    `select query, calls::int, total_exec_time as ms from pg_stat_statements join pg_database on oid = dbid
      where datname = current_database() and query !~ 'pg_stat_statements|pg_current_wal_insert_lsn|/\\* bench \\*/'
      order by total_exec_time desc`,
  );
  return rows;
}

/**
 * Uses MONITOR, because `INFO commandstats` counts every client. The stream is parsed here: client libraries do not
 * expect it.
 */
async function watchRedis({ redisUrl, prefix }: BenchStack) {
  const marker = `${prefix}:end`;
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const commands: Record<string, number> = {};
  let inScripts = 0;
  const monitor = await openRedis(redisUrl);
  createInterface({ input: monitor }).on("line", (line) => {
    const [, source = "", name = ""] = /^\+[\d.]+ \[\d+ (\S+)\] "(\w+)"/.exec(line) ?? [];
    if (line === "+OK") started.resolve();
    else if (line.includes(marker)) ended.resolve();
    else if (!line.includes(prefix)) return;
    else if (source === "lua") inScripts += 1;
    else commands[name.toLowerCase()] = (commands[name.toLowerCase()] ?? 0) + 1;
  });
  monitor.write("MONITOR\r\n");
  await started.promise;
  return {
    counts: async () => {
      // Commands after the marker in the stream came after the load.
      const probe = await openRedis(redisUrl);
      probe.write(`ECHO ${marker}\r\n`);
      await ended.promise;
      probe.destroy();
      return { redisCommands: commands, redisCommandsInScripts: inScripts };
    },
    [Symbol.asyncDispose]: async () => void monitor.destroy(),
  };
}

async function openRedis(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  return socket;
}
