import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { LineClass } from "@receipts/contracts";
import { createPool, migrate } from "@receipts/database";
import { startEmbeddedPostgres } from "@receipts/embedded-postgres";
import { pause, silentLog } from "@receipts/service-kit";
import {
  type Expected,
  generateLedger,
  ledgerPeriod,
  transactionRows,
  workbookOf,
} from "../../../packages/statements/test/generated-ledger.ts";
import { createReconcileWorker } from "../../gateway/src/reconciliations/reconcile-worker.ts";
import {
  findReconciliation,
  storeStatement,
} from "../../gateway/src/reconciliations/reconciliation-repository.ts";
import { makeAccounts } from "./bench-accounts.ts";
import { noteServerVersion, report, shown } from "./bench-report.ts";
import { withoutIndexes } from "./old-rows.ts";

/** Statements of 100,000 lines against about as many payments, by the gateway's own worker and a durable PostgreSQL. */
const LINES = 100_000;
const MOST_SECONDS = 10;
const MOST_MEBIBYTES = 300;

await using opened = new AsyncDisposableStack();
const dataDir = await mkdtemp(path.join(os.tmpdir(), "receipts-bench-postgres-"));
opened.defer(() => rm(dataDir, { recursive: true, force: true }));
const server = opened.adopt(await startEmbeddedPostgres({ dataDir }), (open) => open.stop());
await migrate(server.url);
const pool = opened.adopt(
  createPool({
    connectionString: server.url,
    ...{ applicationName: "bench", maxConnections: 4, onError: () => undefined },
  }),
  (open) => open.end(),
);
const [version] = (await pool.query<{ server_version: string }>("show server_version")).rows;
noteServerVersion(`PostgreSQL ${version?.server_version.split(" ")[0]}`);
const [{ userId }] = await makeAccounts(pool, 1);

const inserted = `
  insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified,
         result, requeue_after, deadline_at, http_request_id, created_at, completed_at)
  select 'ver_' || new_ulid(), $1, 'telebirr', p.reference, p.reference, 'MISS', 'completed', 'success', true,
         jsonb_build_object('referenceNumber', p.reference, 'amount', p.amount::numeric / 100, 'timestamp', iso_utc(p.time),
                            'padding', repeat('x', 400)),
         p.time, p.time, 'req', p.time + interval '1 minute', p.time + interval '1 minute'
    from json_to_recordset($2) p (reference text, amount bigint, time timestamptz)`;

const ledger = generateLedger(LINES, 1);
// The last event may have two lines.
const printed = ledger.printed.slice(0, LINES);
const dropped = new Set(ledger.printed.slice(LINES).map(({ reference }) => reference));
const expected = countsOf(ledger.expected.filter(({ reference }) => !dropped.has(reference)));
const payments = ledger.payments.filter(({ reference }) => !dropped.has(reference ?? ""));
await insertPayments();

const rows = transactionRows(
  printed.filter(({ reference }) => !dropped.has(reference)),
  3,
);
const files = {
  CSV: Buffer.from(rows.map((row) => row.join(",")).join("\r\n")),
  XLSX: Buffer.from(await workbookOf(rows)),
};

interface Figures {
  readonly name: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly readerMebibytes: number;
  readonly gatewayMs: number;
  readonly isExact: boolean;
}

const measured: Figures[] = [];
for (const [name, bytes] of Object.entries(files)) measured.push(await measure(name, bytes));

report({
  name: "reconciliation",
  title: "Reconciliation of a statement",
  note: `A generated month of ${(rows.length - 1).toLocaleString("en")} lines and ${payments.length.toLocaleString("en")} confirmed payments, with duplicates, fees, reversals and midnights.
From the stored file to the stored result, with the start of the reader. The gateway's longest pause is that of its event loop meanwhile.`,
  header: ["file", "size", "time", "reader's peak memory", "gateway's longest pause", "result"],
  rows: measured.map(({ name, bytes, seconds, readerMebibytes, gatewayMs, isExact }) => [
    name,
    `${(bytes / 1024 / 1024).toFixed(1)} MiB`,
    `${seconds.toFixed(1)} s`,
    `${Math.round(readerMebibytes)} MiB`,
    `${shown.ms(gatewayMs)} ms`,
    isExact ? "exact" : "wrong",
  ]),
  goals: [
    goal(`100,000 lines under ${MOST_SECONDS} s`, "s", (figures) => figures.seconds, MOST_SECONDS),
    goal(
      `peak memory of the reader under ${MOST_MEBIBYTES} MiB`,
      "MiB",
      (figures) => figures.readerMebibytes,
      MOST_MEBIBYTES,
    ),
    {
      goal: "every class has exactly its lines",
      measured: measured.every(({ isExact }) => isExact) ? "exact" : "wrong",
      met: measured.every(({ isExact }) => isExact),
    },
  ],
});

function goal(text: string, unit: string, figureOf: (figures: Figures) => number, most: number) {
  const worst = Math.max(...measured.map(figureOf));
  return { goal: text, measured: `${worst.toFixed(1)} ${unit}`, met: worst < most };
}

function countsOf(results: readonly Pick<Expected, "class">[]): string {
  const counts = Map.groupBy(results, ({ class: name }) => name);
  return JSON.stringify([...counts].map(([name, same]) => [name, same.length]).sort());
}

async function insertPayments(): Promise<void> {
  const sent = payments.map(({ reference, amount, time }) => ({ reference, amount: String(amount), time }));
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set synchronous_commit = off");
    await withoutIndexes(client, "payments", () => client.query(inserted, [userId, JSON.stringify(sent)]));
    await client.query("vacuum (analyze) verification_requests");
  } finally {
    client.release(true);
  }
}

async function measure(name: string, bytes: Buffer): Promise<Figures> {
  const stop = new AbortController();
  const memory = watchReader(stop.signal);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const statement = {
    ...{ bank: "telebirr" as const, bytes, fileName: null, mapping: null, timeZone: "Africa/Addis_Ababa" },
    ...ledgerPeriod,
  };
  const stored = await storeStatement(pool, userId, statement, async () => undefined);
  if (typeof stored === "string") throw new Error(`the statement was refused: ${stored}`);
  delay.enable();
  const startedAt = performance.now();
  const running = createReconcileWorker({ pool, log: silentLog }).run(stop.signal);
  let result = stored;
  while (result.status === "pending") {
    await pause(20);
    result = (await findReconciliation(pool, userId, stored.id)) ?? stored;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  stop.abort();
  await running;
  const sums = Object.entries(result.sums ?? {}).filter(([, { lines }]) => lines > 0);
  const counts = JSON.stringify(sums.map(([each, { lines }]) => [each as LineClass, lines]).sort());
  return {
    ...{ name, seconds, bytes: bytes.length, readerMebibytes: await memory },
    gatewayMs: delay.max / 1e6,
    isExact: counts === expected,
  };
}

/** Peak resident memory of the reader, as the kernel counts it. */
async function watchReader(stop: AbortSignal): Promise<number> {
  let most = 0;
  while (!stop.aborted) {
    for (const pid of (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry))) {
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      if (!status.includes(`\nPPid:\t${process.pid}\n`)) continue;
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (!command.includes("statement-reader-main")) continue;
      most = Math.max(most, Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024);
    }
    await pause(50);
  }
  return most;
}
