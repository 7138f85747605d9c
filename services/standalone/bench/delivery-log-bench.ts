import { makeAccounts } from "./bench-accounts.ts";
import { percentiles } from "./bench-load.ts";
import { report, shown } from "./bench-report.ts";
import { startGateway, urlOf } from "./bench-services.ts";
import { openBenchStack } from "./bench-stack.ts";
import { insertDeliveryLog } from "./delivery-log-rows.ts";

/** Each filter of the log of webhook deliveries, over HTTP. */
const DELIVERIES = 1_000_000;
const READS = 40;
const GOAL_MS = 100;

await using stack = await openBenchStack();
const [account] = await makeAccounts(stack.pool, 1);
// The log of a checkout key or session costs the same.
await stack.pool.query(`update api_keys set permissions = '{"webhooks":["read"]}'`);
const rare = await insertDeliveryLog(stack.pool, account.userId, DELIVERIES);
await using gateway = await startGateway(stack);
const url = `${urlOf(gateway)}/api/webhook-deliveries`;

async function read(query: string, expected?: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}?${query}`, { headers: { "x-api-key": account.apiKey } });
  const { data } = (await response.json()) as { data?: readonly { readonly id: string }[] };
  const elapsed = performance.now() - startedAt;
  if (expected !== undefined && (data?.length !== 1 || data[0]?.id !== expected))
    throw new Error(`${query} found ${JSON.stringify(data)}`);
  if (response.status !== 200) throw new Error(`${query} answered ${response.status}`);
  return elapsed;
}

const pages = [
  ["the newest 20", ""],
  ["the newest 100", "limit=100"],
  ["20 of one state", "state=delivered"],
  ["20 of a month ago", `to=${new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)}`],
] as const;
const reads: (readonly [name: string, query: string, id?: string])[] = [
  ...rare.map(
    ({ kind, query, id }) => [`only one: ${kind}`, new URLSearchParams(query).toString(), id] as const,
  ),
  ...pages,
];
// The first reads start the process and fill its caches.
await read("");
const measured = new Map<string, number>();
for (const [name, query, id] of reads) {
  const times: number[] = [];
  while (times.length < READS) times.push(await read(query, id));
  measured.set(name, percentiles(times).p95);
}
const worst = Math.max(...measured.values());
report({
  name: "delivery-log",
  title: "Log of webhook deliveries",
  note: `p95 of ${READS} reads one after another over HTTP, for an account with ${DELIVERIES.toLocaleString("en")} deliveries. \`only one\`: the filters find one delivery, which is the oldest or in the middle.`,
  header: ["filter", "p95"],
  rows: [...measured].map(([name, ms]) => [name, `${shown.ms(ms)} ms`]),
  goals: [
    { goal: `every filter within ${GOAL_MS} ms`, measured: `${shown.ms(worst)} ms`, met: worst <= GOAL_MS },
  ],
});
