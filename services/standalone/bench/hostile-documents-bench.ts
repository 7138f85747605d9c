import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pause } from "@receipts/service-kit";
import type { HostileDocument } from "../../../packages/banks/test/hostile-document.ts";
import { hostileDocuments } from "../../../packages/banks/test/hostile-documents.ts";
import { bankHosts, submissionOf } from "../../../packages/banks/test/hostile-host.ts";
import { percentiles } from "./bench-load.ts";
import { startBenchProcess } from "./bench-process.ts";
import { report, shown } from "./bench-report.ts";

/**
 * Measures the effect of hostile documents on the process that reads them. The whole service runs in one process, so
 * all verifiers share one event loop with the API.
 */
const MEBIBYTE = 1024 * 1024;
const PROBE_INTERVAL_MS = 5;
const WARM_UP_READS = 4_000;

const pdfs = hostileDocuments.slice(0, 2);
/** Outages are left out: they are retried. */
const all = hostileDocuments.filter(({ ends }) => ends === "unreadable");

const dataDir = await mkdtemp(path.join(os.tmpdir(), "receipts-bench-"));
await using host = await startBenchProcess("services/standalone/bench/hostile-host-main.ts");
await using service = await startBenchProcess("services/standalone/src/main.ts", {
  env: {
    ...bankHosts(`http://127.0.0.1:${host.readyText}`),
    DATA_DIR: dataDir,
    PORT: "18087",
    SANDBOX_PORT: "0",
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "1000000",
  },
  ready: /^API key: (\S+)$[\s\S]*^Sample: /m,
});
const url = "http://localhost:18087";
const headers = { "x-api-key": service.readyText, "content-type": "application/json" };

async function verify(document: HostileDocument): Promise<void> {
  const body = JSON.stringify(submissionOf(document, hostileDocuments));
  const sent = await fetch(`${url}/api/verify?waitMs=30000`, { method: "POST", headers, body });
  const { requestId } = JSON.parse(await sent.text());
  for (let status = sent.status; status !== 200; await pause(100)) {
    const { data } = JSON.parse(await (await fetch(`${url}/api/verify/${requestId}`, { headers })).text());
    if (data.processingStatus === "failed") status = 200;
  }
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, "utf8");
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]) * 1_024;
}

interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  readonly grownMiB: number;
}

/** Measures the process from outside while the work runs. */
async function beside(work: () => Promise<void>): Promise<Figures> {
  const before = await residentBytes();
  const latencies: number[] = [];
  let mostBytes = before;
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const startedAt = performance.now();
    await (await fetch(`${url}/health/live`)).arrayBuffer();
    latencies.push(performance.now() - startedAt);
    mostBytes = Math.max(mostBytes, await residentBytes());
    await pause(PROBE_INTERVAL_MS);
  }
  await working;
  const { p50, p99 } = percentiles(latencies);
  return { p50, p99, most: Math.max(...latencies), grownMiB: (mostBytes - before) / MEBIBYTE };
}

async function oneByOne(documents: readonly HostileDocument[]): Promise<void> {
  for (const document of documents) await verify(document);
}

const repeated = (documents: readonly HostileDocument[], times: number) =>
  Array.from({ length: times }, () => documents).flat();

const rows: string[][] = [];
async function measure(what: string, work: () => Promise<void>): Promise<Figures> {
  const figures = await beside(work);
  const { p50, p99, most, grownMiB } = figures;
  rows.push([what, shown.ms(p50), shown.ms(p99), shown.ms(most), String(Math.round(grownMiB))]);
  return figures;
}

/** Code that the first document loads and compiles, and V8's young generation, which any load fills, are no document's cost. */
async function warmUp(): Promise<void> {
  await oneByOne(repeated(all.slice(0, 3), 3));
  const read = async () => {
    for (let calls = 0; calls < WARM_UP_READS / 8; calls += 1)
      await (await fetch(`${url}/api/verify/history?limit=100`, { headers })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 8 }, read));
}

await warmUp();
await measure("nothing", () => pause(5_000));
const two = await measure("the two PDFs, one after the other", () => oneByOne(repeated(pdfs, 10)));
const both = await measure("the two PDFs, both at once", async () => {
  for (let round = 0; round < 10; round += 1) await Promise.all(pdfs.map(verify));
});
const inTurn = await measure(`all ${all.length}, one after the other`, () => oneByOne(all));
const atOnce = await measure(
  `all ${all.length} at once`,
  async () => void (await Promise.all(all.map(verify))),
);
await rm(dataDir, { recursive: true, force: true });

const worst = (name: "p99" | "grownMiB") =>
  Math.max(...[two, both, inTurn, atOnce].map((each) => each[name]));
report({
  name: "hostile-documents",
  title: "What hostile documents of banks do to their reader",
  note: "`GET /health/live` of a standalone, every 5 ms, while its banks send hostile documents; the memory that the process holds at most, above what it held before. Other calls have filled V8's young generation before, as any load does. The two PDFs: forms within forms, and 100 MiB deflated twice.",
  header: ["documents", "p50, ms", "p99, ms", "longest, ms", "memory, MiB"],
  rows,
  goals: [
    {
      goal: "`/health/live` under 50 ms at p99",
      measured: `${shown.ms(worst("p99"))} ms`,
      met: worst("p99") < 50,
    },
    {
      goal: "memory within 200 MiB",
      measured: `${Math.round(worst("grownMiB"))} MiB`,
      met: worst("grownMiB") < 200,
    },
  ],
});
