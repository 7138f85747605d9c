import type pg from "pg";
import { makeAccounts } from "./bench-accounts.ts";
import { percentiles } from "./bench-load.ts";
import { report, shown } from "./bench-report.ts";
import { startGateway, urlOf } from "./bench-services.ts";
import { openBenchStack } from "./bench-stack.ts";
import { insertOldRows } from "./old-rows.ts";

/** Every filter of the history, over HTTP, for an account with a thousand requests and for one with a million. */
const SIZES = [1_000, 1_000_000] as const;
const READS = 20;
const GOAL_MS = 1_000;

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const filters: Readonly<Record<string, string>> = {
  "no filter": "",
  "a bank": "bank=cbe",
  "a bank that it never used": "bank=siinqee",
  "status=success": "status=success",
  "status=not_found, one in fifty": "status=not_found",
  "status=failed, one in a thousand": "status=failed",
  "status=pending, none": "status=pending",
  "processingStatus=failed": "processingStatus=failed",
  "processingStatus=queued, none": "processingStatus=queued",
  "one day": `startDate=${day(1)}&endDate=${day(1)}`,
  "90 days": `startDate=${day(90)}`,
  "a bank, a status and 90 days": `bank=boa&status=not_found&startDate=${day(90)}`,
  "page 500": "limit=100&offset=49900",
};

await using stack = await openBenchStack();
const measured: Map<string, number>[] = [];
for (const size of SIZES) {
  // The ids are row numbers, so the accounts are measured one after the other.
  await stack.pool.query(
    "truncate verification_requests, credit_transactions, receipt_confirmations cascade",
  );
  await stack.pool.query("truncate webhook_deliveries, idempotency_keys cascade");
  const [account] = await makeAccounts(stack.pool, 1);
  await insertOldRows(stack.pool, [account.userId], size);
  await mixOutcomes(stack.pool);
  await using gateway = await startGateway(stack);
  const p95 = new Map<string, number>();
  // Warm up the process and the tables, unmeasured.
  await readPages(`${urlOf(gateway)}/api/verify/history`, account.apiKey);
  for (const [name, query] of Object.entries(filters)) {
    p95.set(name, await readPages(`${urlOf(gateway)}/api/verify/history?${query}`, account.apiKey));
    process.stderr.write(`  ${size} ${name}: ${p95.get(name)?.toFixed(1)} ms\n`);
  }
  measured.push(p95);
}

const [few, many] = measured as [Map<string, number>, Map<string, number>];
const worst = Math.max(...many.values());
report({
  name: "history",
  title: "History of an account",
  note: `p95 of ${READS} reads one after another over HTTP, page and exact total: an account with ${SIZES.map((size) => size.toLocaleString("en")).join(" requests, and one with ")}.`,
  header: ["filter", ...SIZES.map((size) => `${size.toLocaleString("en")} requests`)],
  rows: Object.keys(filters).map((name) => [
    name,
    ...[few, many].map((p95) => `${shown.ms(p95.get(name) ?? Number.NaN)} ms`),
  ]),
  goals: [
    {
      goal: `every filter of a million requests within ${GOAL_MS} ms`,
      measured: `${shown.ms(worst)} ms`,
      met: worst <= GOAL_MS,
    },
  ],
});

/** Old rows are all genuine. This makes one in fifty not found, and gives one in a thousand no verdict. */
async function mixOutcomes(pool: pg.Pool): Promise<void> {
  // The trigger forbids changing how a request ended.
  await pool.query("alter table verification_requests disable trigger verification_requests_end_once");
  await pool.query(
    `update verification_requests set status = 'not_found', verified = false
      where right(id, 6)::int % 50 = 0`,
  );
  await pool.query(
    `update verification_requests set status = 'failed', verified = false, processing_status = 'failed',
            failure_reason = 'bank_unavailable'
      where right(id, 6)::int % 1000 = 1`,
  );
  await pool.query("alter table verification_requests enable trigger verification_requests_end_once");
  await pool.query("vacuum (analyze) verification_requests");
}

/** Returns the p95 in ms. */
async function readPages(url: string, apiKey: string): Promise<number> {
  const times: number[] = [];
  while (times.length < READS) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { "x-api-key": apiKey } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return percentiles(times).p95;
}
