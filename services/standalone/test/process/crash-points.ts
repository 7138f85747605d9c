import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase, until } from "@receipts/testing";
import { type StandaloneProcess, startStandalone } from "./standalone-process.ts";

/** Where the process is to stand still, and to be killed. */
export interface CrashPoint {
  readonly table: string;
  readonly on: "insert" | "update" | "insert or update";
  /** Of the rows that are written, only these. */
  readonly when?: string;
  /** While the row is written unless told; at the commit, which the process does not live to hear of. */
  readonly at?: "commit";
}

export type Counts = Readonly<Record<string, number>>;

/** The standalone on a database of the test's own. */
export interface CrashingSystem {
  readonly database: TestDatabase;
  process(): StandaloneProcess;
  /** What it printed after this name. */
  printed(name: string): string;
  restart(): Promise<void>;
  /** Runs `act` until it stands at the point, kills the process there, and lets the database finish what it was told. */
  crashAt(point: CrashPoint, act: () => Promise<unknown>): Promise<void>;
  /** What is there, by name; `$1` is the value. */
  counts(text: string, value: string): Promise<Counts>;
  close(): Promise<void>;
}

const GATE = 815;

export async function openCrashingSystem(): Promise<CrashingSystem> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "receipts-checkout-crash-"));
  const database = await createTestDatabase();
  const { pool } = database;
  const gate = await pool.connect();
  await pool.query(
    `create function stand_still() returns trigger language plpgsql as
       'begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end'`,
  );
  const start = () =>
    startStandalone({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      PORT: "0",
      SANDBOX_PORT: "0",
      LOG_LEVEL: "error",
      // What a killed process held is free again soon.
      CLAIM_LEASE_MS: "2000",
      WEBHOOK_TIMEOUT_MS: "500",
    });
  let current = await start();
  // Nobody is there: what counts is that the delivery is in the database.
  await pool.query("update users set default_webhook_url = 'http://127.0.0.1:9/hook'");

  const connections = async (condition: string): Promise<number> => {
    const { rows } = await pool.query<{ n: string }>(
      `select count(*) as n from pg_stat_activity
        where datname = current_database() and application_name <> '' and ${condition}`,
    );
    return Number(rows[0]?.n);
  };
  return {
    database,
    process: () => current,
    printed: (name) => new RegExp(`^${name}: (.*)$`, "m").exec(current.output())?.[1] ?? "",
    restart: async () => {
      current = await start();
    },
    crashAt: async (point, act) => {
      await pool.query(triggerAt(point));
      await gate.query("select pg_advisory_lock($1)", [GATE]);
      const acting = act().catch(() => undefined);
      await until(async () => (await connections("wait_event = 'advisory'")) > 0, { what: nameOf(point) });
      await current.end("SIGKILL");
      await gate.query("select pg_advisory_unlock($1)", [GATE]);
      await acting;
      await until(async () => (await connections("true")) === 0, { what: "the end of its connections" });
      await pool.query(`drop trigger stand_still on ${point.table}`);
    },
    counts: async (text, value) => {
      const { rows } = await pool.query<Record<string, string>>(text, [value]);
      return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]));
    },
    close: async () => {
      await current.end("SIGKILL");
      gate.release();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
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

export const named = (points: readonly CrashPoint[]) =>
  points.map((point) => [nameOf(point), point] as const);

/** The same names, this often each. */
export const each = (counts: Counts, count: 0 | 1): Counts =>
  Object.fromEntries(Object.keys(counts).map((name) => [name, count]));
