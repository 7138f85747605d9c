import { isFullRun, type TestDatabase, until } from "@receipts/testing";
import type { QueryResult } from "pg";
import { makeStandaloneHome, type StandaloneProcess, startStandalone } from "./standalone-process.ts";

/** The write at which a process is held and killed. */
export interface CrashPoint {
  readonly table: string;
  readonly on: "insert" | "update" | "insert or update";
  /** Applies only to rows that meet this condition. */
  readonly when?: string;
  /** At the commit, whose result the process never receives; default: while the row is written. */
  readonly at?: "commit";
}

export type Counts = Readonly<Record<string, number>>;

/** The standalone on the test's own database. */
export interface CrashingSystem {
  readonly database: TestDatabase;
  process(): StandaloneProcess;
  restart(): Promise<void>;
  /** Makes a killed process's work due, so that no test waits for its leases to expire. */
  hurry(): Promise<void>;
  /** Runs `act` until it reaches the point, kills the process there, and lets the database finish its statements. */
  crashAt(point: CrashPoint, act: () => Promise<unknown>): Promise<void>;
  /** Returns the rows of a statement. */
  sql(text: string, ...values: unknown[]): Promise<QueryResult["rows"]>;
  /** Returns counts by name; `$1` is the value. */
  counts(text: string, value: string): Promise<Counts>;
  close(): Promise<void>;
}

const GATE = 815;

/** The system of the running test file; set by `useCrashingSystem`. */
export let system: CrashingSystem;

/** Starts a system before a file's tests, and ends it after them. */
export function useCrashingSystem(prepare?: () => Promise<void>): void {
  beforeAll(async () => {
    system = await openCrashingSystem();
    await prepare?.();
  });
  afterAll(() => system.close());
}

async function openCrashingSystem(): Promise<CrashingSystem> {
  const { database, env, remove } = await makeStandaloneHome();
  const { pool } = database;
  const sql: CrashingSystem["sql"] = async (text, ...values) => (await pool.query(text, values)).rows;
  const gate = await pool.connect();
  await sql(
    `create function stand_still() returns trigger language plpgsql as
       'begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end'`,
  );
  const start = () =>
    startStandalone({
      ...env,
      // Short leases, so that a killed process's work is soon available again.
      CLAIM_LEASE_MS: "2000",
      WEBHOOK_TIMEOUT_MS: "500",
    });
  let current = await start();
  // An address without a receiver: the tests only check that deliveries are stored.
  await sql(
    `insert into webhook_endpoints (id, user_id, url, is_default)
     select 'whe_' || new_ulid(), id, 'http://127.0.0.1:9/hook', true from users`,
  );

  const connections = async (condition: string): Promise<number> => {
    const [row] = await sql(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and application_name <> '' and ${condition}`,
    );
    return row.n;
  };
  return {
    database,
    process: () => current,
    restart: async () => {
      current = await start();
    },
    hurry: async () => {
      await sql("update deposit_submissions set poll_after = now() where settled_at is null");
      await sql("update outbox set available_at = now()");
      await sql("update verification_requests set requeue_after = now() where completed_at is null");
    },
    crashAt: async (point, act) => {
      await sql(triggerAt(point));
      await gate.query("select pg_advisory_lock($1)", [GATE]);
      const acting = act().catch(() => undefined);
      await until(async () => (await connections("wait_event = 'advisory'")) > 0, { what: nameOf(point) });
      await current.end("SIGKILL");
      await gate.query("select pg_advisory_unlock($1)", [GATE]);
      await acting;
      await until(async () => (await connections("true")) === 0, { what: "the end of its connections" });
      await sql(`drop trigger stand_still on ${point.table}`);
    },
    sql,
    counts: async (text, value) => {
      const [row] = await sql(text, value);
      return Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count)]));
    },
    close: async () => {
      await current.end("SIGKILL");
      gate.release();
      await remove();
    },
  };
}

function triggerAt({ table, on, when = "true", at }: CrashPoint): string {
  const what =
    at === "commit"
      ? `constraint trigger stand_still after ${on} on ${table} deferrable initially deferred`
      : `trigger stand_still before ${on} on ${table}`;
  return `create ${what} for each row when (${when}) execute function stand_still()`;
}

function nameOf({ table, on, when, at }: CrashPoint): string {
  const rows = when === undefined ? table : `${table} (${when})`;
  return `${at === "commit" ? "the commit after " : ""}${on} of ${rows}`;
}

/**
 * The points of some transactions, by name. Each transaction is a list of its statements' writes in their order; of
 * several writes in one statement, the last. If the statements were not one transaction, a kill at the last one would
 * leave the writes of the others. So every run holds the last and the commit; `npm run test:stack:all` holds all.
 */
export function pointsOf(...transactions: readonly (readonly CrashPoint[])[]) {
  const isHeld = (points: readonly CrashPoint[], nth: number) => {
    const lastBefore = points.findLastIndex(({ at }) => at === undefined);
    return isFullRun || nth >= lastBefore;
  };
  return transactions
    .flatMap((points) => points.filter((_point, nth) => isHeld(points, nth)))
    .map((point) => [nameOf(point), point] as const);
}

/** Returns the same names, each with this count. */
export const each = (counts: Counts, count: 0 | 1): Counts =>
  Object.fromEntries(Object.keys(counts).map((name) => [name, count]));
