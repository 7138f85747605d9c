import { makeAccounts } from "./bench-accounts.ts";
import { percentiles } from "./bench-load.ts";
import { report, shown } from "./bench-report.ts";
import { startGateway, urlOf } from "./bench-services.ts";
import { openBenchStack } from "./bench-stack.ts";
import { branchIds, insertPayments, memberIds } from "./payment-rows.ts";

/** The list of payments and each of its filters, over HTTP, for an account with a million payments. */
const PAYMENTS = 1_000_000;
const READS = 20;
const GOAL_MS = 300;

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const filters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "no filter": {},
  "the last of 10,000": { limit: "100", offset: "9900" },
  "search: a number": { search: "FT00654321" },
  "search: a part of a number": { search: "t0065432" },
  "search: a payer": { search: "payer c4ca4238a0" },
  "search: a text that none has": { search: "chaltu" },
  "search: a name that one in five has": { search: "abebe" },
  "search: 1,250, one in five": { search: "1,250" },
  "search: 77.77, only one": { search: "77.77" },
  "search: a number that none has, as an amount": { search: "98765.43" },
  "decision=accept, most": { decision: "accept" },
  "decision=reject, one in fifty": { decision: "reject" },
  "a bank": { bank: "cbe" },
  "a bank that it used once": { bank: "siinqee" },
  "a bank that it never used": { bank: "zemen" },
  "a branch": { branch: branchIds[0] ?? "" },
  "a branch with one payment": { branch: branchIds[2] ?? "" },
  "a person": { member: memberIds[1] ?? "" },
  "a person with one payment": { member: memberIds[2] ?? "" },
  "a day": { startDate: day(1), endDate: day(1) },
  "a day in Addis Ababa": { startDate: day(300), endDate: day(300), timeZone: "Africa/Addis_Ababa" },
  "90 days": { startDate: day(90) },
  "the decision of a day": { decision: "review", startDate: day(30), endDate: day(30) },
  "a decision, a bank, a branch and a person": {
    ...{ decision: "accept", bank: "cbe" },
    ...{ branch: branchIds[0] ?? "", member: memberIds[1] ?? "" },
  },
  "a decision and a bank that never meet": { decision: "review", bank: "boa" },
  "a name that one in five has, of a branch": { search: "abebe", branch: branchIds[0] ?? "" },
  "1,250 of a person on a day": { search: "1,250", member: memberIds[1] ?? "", startDate: day(2) },
};

await using stack = await openBenchStack();
const [account] = await makeAccounts(stack.pool, 1);
await insertPayments(stack.pool, account.userId, PAYMENTS);
await using gateway = await startGateway(stack);
const url = `${urlOf(gateway)}/api/payments`;

async function read(query: Readonly<Record<string, string>>): Promise<{ ms: number; total: string }> {
  const startedAt = performance.now();
  const response = await fetch(`${url}?${new URLSearchParams(query)}`, {
    headers: { "x-api-key": account.apiKey },
  });
  const body = (await response.json()) as { meta?: { total: number; totalIsExact: boolean } };
  if (response.status !== 200 || body.meta === undefined)
    throw new Error(`${JSON.stringify(query)} answered ${response.status}`);
  const { total, totalIsExact } = body.meta;
  return {
    ms: performance.now() - startedAt,
    total: `${total.toLocaleString("en")}${totalIsExact ? "" : " or more"}`,
  };
}

// The first reads start the process and fill its caches.
for (let nth = 0; nth < 3; nth += 1) await read({});
const rows: string[][] = [];
let worst = 0;
for (const [name, query] of Object.entries(filters)) {
  const times: number[] = [];
  let total = "";
  while (times.length < READS) {
    const one = await read(query);
    times.push(one.ms);
    total = one.total;
  }
  const { p50, p95 } = percentiles(times);
  worst = Math.max(worst, p95);
  rows.push([name, total, `${shown.ms(p50)} ms`, `${shown.ms(p95)} ms`]);
  process.stderr.write(`  ${name}: ${p95.toFixed(1)} ms\n`);
}
report({
  name: "history",
  title: "Payments of an account",
  note: `${READS} reads one after another over HTTP, page and total, for an account with ${PAYMENTS.toLocaleString("en")} payments.`,
  header: ["filter", "total", "p50", "p95"],
  rows,
  goals: [
    {
      goal: `p95 of every filter of a million payments under ${GOAL_MS} ms`,
      measured: `${shown.ms(worst)} ms`,
      met: worst < GOAL_MS,
    },
  ],
});
