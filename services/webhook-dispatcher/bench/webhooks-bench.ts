import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { newId } from "@receipts/contracts";
import { createMicroBatcher, createPool, inTransaction, migrate } from "@receipts/database";
import { startEmbeddedPostgres } from "@receipts/embedded-postgres";
import { createSecretBox, createSigningSecretStore, newSigningSecret, signWebhook } from "@receipts/webhooks";
import { Pool as HttpPool } from "undici";
import { judged } from "../../standalone/bench/bench-goals.ts";
import {
  figure,
  median,
  ROUNDS,
  report,
  shown,
  takeTurns,
  warmUp,
} from "../../standalone/bench/bench-report.ts";
import { createCpuMeter } from "../../standalone/bench/cpu-meter.ts";
import { microsEach } from "../../standalone/bench/whole-path.ts";
import { type BenchChild, startChild, startReceiver } from "./bench-children.ts";

/**
 * Measures the delay from verdict to webhook (open loop) and the deliveries a second of one dispatcher, compared with
 * code that only posts. Receivers, dispatcher, load and PostgreSQL share the machine.
 */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 10);
const BACKLOG = Number(process.env["BENCH_BACKLOG"] ?? 5_000);
const ACCOUNTS = 8;
const HANGING_HOSTS = 50;
/**
 * Responses of a hanging host before it hangs (`receiver-main.ts`): it counts as healthy, with a higher cap than a new
 * one.
 */
const ANSWERED_FIRST = 20;
const FOR_EACH_HANGING = 40;
const ENDPOINTS = 10;
const HANGING_ENDPOINTS = 3;

await using closers = new AsyncDisposableStack();
const postgres = await startEmbeddedPostgres({
  dataDir: await mkdtemp(path.join(tmpdir(), "webhooks-bench-")),
  settings: { shared_preload_libraries: "pg_stat_statements" },
});
closers.defer(() => postgres.stop());
await migrate(postgres.url);
const pool = createPool({ connectionString: postgres.url, applicationName: "bench", maxConnections: 4 });
closers.defer(() => pool.end());
const receiver = closers.use(await startReceiver());

const encryptionKey = randomBytes(32).toString("base64");
const accounts = await makeAccounts();
const env = {
  DATABASE_URL: postgres.url,
  SECRETS_ENCRYPTION_KEY: encryptionKey,
  WEBHOOK_ALLOW_PRIVATE: "true",
};
const payload = JSON.stringify({ event: "verification.completed", data: { padding: "x".repeat(600) } });

/** p95 in milliseconds, on a quiet machine. */
const latencyGoals: Readonly<Record<number, number>> = { 50: 40, 200: 60, 500: 100 };
/** How many times slower healthy hosts may become beside hanging ones. */
const ISOLATION_GOAL = 1.5;
const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

const latencies: { perSecond: number; dispatched: number[]; bare: number[] }[] = [];
for (const perSecond of process.argv.includes("--rates") ? [] : [50, 200, 500]) {
  const dispatched = await withDispatcher((dispatcher) => openLoop(perSecond, verdicts(dispatcher)));
  const bare = await withHttpPools((post) => openLoop(perSecond, post));
  latencies.push({ perSecond, dispatched, bare });
}

const isolation = { alone: [], besideHanging: [], endpointsAlone: [], endpointsBesideHanging: [] } as Record<
  "alone" | "besideHanging" | "endpointsAlone" | "endpointsBesideHanging",
  (readonly number[])[]
>;
for (let round = 0; round < ROUNDS && latencies.length > 0; round += 1) {
  isolation.alone.push(await withDispatcher((dispatcher) => openLoop(100, verdicts(dispatcher))));
  isolation.besideHanging.push(
    await withDispatcher(async (dispatcher) => {
      await insertForHangingHosts(round, dispatcher);
      return await openLoop(100, verdicts(dispatcher));
    }),
  );
  await pool.query("delete from webhook_deliveries where state = 'pending'");
  isolation.endpointsAlone.push(await ofTenEndpoints(round, 0));
  isolation.endpointsBesideHanging.push(await ofTenEndpoints(round, HANGING_ENDPOINTS));
  await pool.query("delete from webhook_deliveries where state = 'pending'");
}

/** All three stay open from their warm-up to the last round, paused while another one runs. */
const rounds = await withDispatcher((dispatcher) =>
  withHttpPools(async (post) => {
    await using twin = await startChild("axios-twin-main.ts", env);
    const sides = {
      dispatcher: () => measured(dispatcher, () => drainBacklog(dispatcher)),
      twin: () => measured(twin, () => drainBacklog(twin)),
      bare: () => measured(undefined, () => bareLoop(post)),
    };
    dispatcher.pause();
    for (const [name, side] of Object.entries(sides))
      await warmUp(name, async () => (await side()).perSecond);
    return await takeTurns(sides);
  }),
);

type Rounds = (typeof rounds)["bare"];
const rates = (side: Rounds) => side.map(({ perSecond }) => perSecond);
const cpuRows = (name: string, side: Rounds, processes: readonly string[]) =>
  processes.map((process) =>
    figure(
      `${name}: CPU of ${process} each`,
      side.map(({ cpu }) => cpu[process] ?? 0),
      shown.micros,
      " µs",
    ),
  );
const ofShares = (pick: (share: number) => number) =>
  [0.5, 0.95, 0.99].map((share) => shown.ms(pick(share))).join(" · ");
const middle = (share: number, lists: readonly (readonly number[])[]) =>
  median(lists.map((sorted) => at(sorted, share)));
const slower = middle(0.95, isolation.besideHanging) / middle(0.95, isolation.alone);
const slowerEndpoints =
  middle(0.95, isolation.endpointsBesideHanging) / middle(0.95, isolation.endpointsAlone);
const [byDispatcher, byTwin, byLoop] = [rounds.dispatcher, rounds.twin, rounds.bare].map((side) =>
  median(rates(side)),
) as [number, number, number];

report({
  folder: import.meta.dirname,
  name: "webhooks-bench",
  title: "Webhooks",
  note: `One dispatcher, its receivers (8 hosts, keep-alive), PostgreSQL with fsync and the load, all on this machine. Rates: a backlog of
${shown.perSecond(BACKLOG)}, sides in turn, medians of ${ROUNDS} rounds. The bare loop posts the same signed bodies with undici's \`Pool\`, 64 at a time,
from the load's own process. Latency: from a verdict's due time until its first attempt is received, open
loop, ${SECONDS} s each. Beside it: the same POSTs without queue and database.`,
  header: ["", "median", "spread"],
  rows: [
    figure("dispatcher, deliveries/s", rates(rounds.dispatcher), shown.perSecond),
    figure("axios twin, deliveries/s", rates(rounds.twin), shown.perSecond),
    figure("bare undici loop, deliveries/s", rates(rounds.bare), shown.perSecond),
    ...cpuRows("dispatcher", rounds.dispatcher, ["process", "PostgreSQL", "receiver"]),
    ...cpuRows("axios twin", rounds.twin, ["process", "PostgreSQL", "receiver"]),
    ...cpuRows("bare loop", rounds.bare, ["load generator", "receiver"]),
  ],
  more:
    latencies.length === 0
      ? []
      : [
          {
            title: "Latency",
            header: ["verdicts a second", "p50 · p95 · p99, ms", "bare loop"],
            rows: [
              ...latencies.map(({ perSecond, dispatched, bare }) => [
                String(perSecond),
                ofShares((share) => at(dispatched, share)),
                ofShares((share) => at(bare, share)),
              ]),
              ["100, healthy hosts alone", ofShares((share) => middle(share, isolation.alone)), ""],
              [
                "100, beside 50 hosts that answered 20 times, then hang for 30 s",
                ofShares((share) => middle(share, isolation.besideHanging)),
                "",
              ],
              [
                `100, in turn to ${ENDPOINTS} endpoints of an account`,
                ofShares((share) => middle(share, isolation.endpointsAlone)),
                "",
              ],
              [
                `the same, to its healthy endpoints, while ${HANGING_ENDPOINTS} of the ${ENDPOINTS} hang for 30 s`,
                ofShares((share) => middle(share, isolation.endpointsBesideHanging)),
                "",
              ],
            ],
          },
        ],
  goals: [
    judged("webhooksByLoop", byDispatcher / byLoop),
    judged("webhooksByTwin", byDispatcher / byTwin),
    ...latencies.map(({ perSecond, dispatched }) => {
      const goal = latencyGoals[perSecond] ?? Number.NaN;
      const p95 = at(dispatched, 0.95);
      return {
        goal: `webhooks at ${perSecond} a second: p95 ≤ ${goal} ms`,
        measured: `${shown.ms(p95)} ms`,
        met: p95 <= goal,
      };
    }),
    ...(latencies.length === 0
      ? []
      : [
          {
            goal: `webhooks beside 50 hosts that hang: p95 ≤ ${ISOLATION_GOAL} × that without`,
            measured: shown.times(slower),
            met: slower <= ISOLATION_GOAL,
          },
          {
            goal: `healthy endpoints beside ${HANGING_ENDPOINTS} of the account that hang: p95 ≤ ${ISOLATION_GOAL} × that without`,
            measured: shown.times(slowerEndpoints),
            met: slowerEndpoints <= ISOLATION_GOAL,
          },
        ]),
  ],
});

/** Measures the CPU time of `child`, or of this process if there is none. */
async function measured(child: BenchChild | undefined, run: () => Promise<number>) {
  const pids = { receiver: receiver.pid, ...(child === undefined ? {} : { process: child.pid }) };
  child?.resume();
  const meter = await createCpuMeter(pool, pids);
  const perSecond = await run();
  child?.pause();
  return { perSecond, cpu: microsEach(meter.spent(), BACKLOG) };
}

async function makeAccounts(): Promise<string[]> {
  const store = createSigningSecretStore({ database: pool, secretBox: createSecretBox(encryptionKey) });
  return await Promise.all(
    Array.from({ length: ACCOUNTS }, async () => {
      const id = newId("user");
      await pool.query("insert into users (id, email, name) values ($1, $1 || '@example.test', 'Bench')", [
        id,
      ]);
      await store.renew(id);
      return id;
    }),
  );
}

async function insertDeliveries(ids: readonly string[], hostOf = healthyHost): Promise<void> {
  const hosts = ids.map((_, nth) => hostOf(nth));
  await pool.query({
    name: "insert",
    text: `insert into webhook_deliveries (id, user_id, verification_id, event, url, payload, http_request_id, endpoint_id)
           select id, user_id, 'ver_' || id, 'verification.completed', url, $4, 'req_bench', endpoint_id
             from unnest($1::text[], $2::text[], $3::text[], $5::text[]) as t(id, user_id, url, endpoint_id)`,
    values: [
      ids,
      hosts.map(({ account }) => accounts[account]),
      hosts.map(({ url }) => url),
      payload,
      hosts.map(({ endpointId }) => endpointId ?? null),
    ],
  });
}

interface BenchHost {
  readonly account: number;
  readonly url: string;
  readonly endpointId?: string;
}

function healthyHost(nth: number): BenchHost {
  const account = nth % ACCOUNTS;
  return { account, url: receiver.urlOf(account) };
}

/**
 * Inserted for the same accounts before the healthy ones: a first-come-first-served dispatcher would do all of them
 * first.
 */
async function insertForHangingHosts(round: number, dispatcher: BenchChild): Promise<void> {
  const insert = async (forEach: number) => {
    const ids = Array.from({ length: HANGING_HOSTS * forEach }, () => newId("webhookDelivery"));
    await insertDeliveries(ids, (nth) => {
      const host = nth % HANGING_HOSTS;
      return { account: host % ACCOUNTS, url: receiver.hangingUrlOf(round, host) };
    });
    dispatcher.notify();
  };
  await insert(ANSWERED_FIRST);
  await allDelivered();
  await insert(FOR_EACH_HANGING);
}

/** Latencies of the healthy endpoints of an account whose first `hanging` ones answer some webhooks, then hang. */
async function ofTenEndpoints(round: number, hanging: number): Promise<readonly number[]> {
  const endpoints = await makeEndpoints(round, hanging);
  const endpointOf = (nth: number) => endpoints[nth % ENDPOINTS] ?? healthyHost(0);
  return await withDispatcher(async (dispatcher) => {
    for (const forEach of hanging === 0 ? [] : [ANSWERED_FIRST, FOR_EACH_HANGING]) {
      await allDelivered();
      const ids = Array.from({ length: hanging * forEach }, () => newId("webhookDelivery"));
      await insertDeliveries(ids, (nth) => endpointOf(nth % hanging));
      dispatcher.notify();
    }
    const isMeasured = (nth: number) => nth % ENDPOINTS >= hanging;
    return await openLoop(100, verdicts(dispatcher, endpointOf), isMeasured);
  });
}

async function makeEndpoints(round: number, hanging: number): Promise<BenchHost[]> {
  const secretBox = createSecretBox(encryptionKey);
  return await Promise.all(
    Array.from({ length: ENDPOINTS }, async (_, nth) => {
      const id = newId("webhookEndpoint");
      // Hosts that the rest of the round does not use.
      const host = HANGING_HOSTS + nth;
      const url = nth < hanging ? receiver.hangingUrlOf(round, host) : receiver.urlOf(host);
      await inTransaction(pool, async (client) => {
        await client.query("insert into webhook_endpoints (id, user_id, url) values ($1, $2, $3)", [
          ...[id, accounts[0], url],
        ]);
        await createSigningSecretStore({ database: client, secretBox }).renew(id);
      });
      return { account: 0, url, endpointId: id };
    }),
  );
}

async function allDelivered(): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
    const { rows } = await pool.query(
      "select exists (select from webhook_deliveries where state = 'pending') as pending",
    );
    if (rows[0].pending === false) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("deliveries are still pending after 60 s");
}

async function withDispatcher<T>(use: (dispatcher: BenchChild) => Promise<T>): Promise<T> {
  await using dispatcher = await startChild("dispatcher-main.ts", env);
  // Warms up compiled code, connections and host caps.
  const warm = Array.from({ length: 500 }, () => newId("webhookDelivery"));
  await insertDeliveries(warm);
  dispatcher.notify();
  await arrivalOf(warm.length);
  return await use(dispatcher);
}

/** Records deliveries and notifies the dispatcher in batches, as the verifier does. */
function verdicts(dispatcher: BenchChild, endpointOf?: (nth: number) => BenchHost): Post {
  const record = createMicroBatcher<{ readonly id: string; readonly nth: number }, true>({
    run: async (events) => {
      const ids = events.map(({ id }) => id);
      const targetOf = endpointOf && ((index: number) => endpointOf(events[index]?.nth ?? 0));
      await insertDeliveries(ids, targetOf);
      dispatcher.notify();
      return ids.map(() => true as const);
    },
    maxBatch: 100,
    slots: 2,
    worthRetryingAlone: () => false,
  });
  return async (id, nth) => void (await record({ id, nth }));
}

type Post = (id: string, nth: number) => Promise<void>;

async function withHttpPools<T>(use: (post: Post) => Promise<T>): Promise<T> {
  const pools = accounts.map(
    (_, host) => new HttpPool(new URL(receiver.urlOf(host)).origin, { connections: 16 }),
  );
  const secret = newSigningSecret();
  let next = 0;
  const post = async (deliveryId: string) => {
    next += 1;
    const signature = signWebhook({
      secrets: { legacy: secret, all: [secret] },
      deliveryId,
      timestampSeconds: Math.floor(Date.now() / 1_000),
      body: payload,
    });
    const headers = { "content-type": "application/json", "x-webhook-delivery-id": deliveryId, ...signature };
    const response = await pools[next % pools.length]?.request({
      method: "POST",
      path: "/hook",
      headers,
      body: payload,
    });
    await response?.body.dump();
  };
  try {
    await Promise.all(Array.from({ length: 200 }, () => post("warm")));
    await arrivalOf(1);
    return await use(post);
  } finally {
    await Promise.all(pools.map((each) => each.close()));
  }
}

/**
 * Starts each item at its due time, without waiting for earlier ones. Returns sorted latencies of the measured ones in
 * ms, late starts included.
 */
async function openLoop(
  perSecond: number,
  start: Post,
  isMeasured: (nth: number) => boolean = () => true,
): Promise<number[]> {
  const dueAt = new Map<string, number>();
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  const total = perSecond * SECONDS;
  for (let nth = 0; nth < total; nth += 1) {
    const due = startedAt + (nth * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    const id = newId("webhookDelivery");
    if (isMeasured(nth)) dueAt.set(id, performance.timeOrigin + due);
    running.push(start(id, nth));
  }
  await Promise.all(running);
  const arrived = await arrivalOf(dueAt.size, (id) => dueAt.has(id));
  return [...dueAt].map(([id, due]) => (arrived.get(id) ?? Number.NaN) - due).sort((a, b) => a - b);
}

async function arrivalOf(
  count: number,
  isMeasured: (id: string) => boolean = () => true,
): Promise<ReadonlyMap<string, number>> {
  const all = new Map<string, number>();
  for (const deadline = performance.now() + 120_000; all.size < count; ) {
    for (const [id, at] of await receiver.take()) if (!all.has(id) && isMeasured(id)) all.set(id, at);
    if (performance.now() > deadline) throw new Error(`only ${all.size} of ${count} have arrived`);
    if (all.size < count) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return all;
}

async function drainBacklog(child: BenchChild): Promise<number> {
  const ids = Array.from({ length: BACKLOG }, () => newId("webhookDelivery"));
  await insertDeliveries(ids);
  child.notify();
  const rate = rateOf((await arrivalOf(BACKLOG)).values());
  await allDelivered();
  return rate;
}

async function bareLoop(post: Post): Promise<number> {
  let left = BACKLOG;
  const loop = async () => {
    while (left > 0) {
      left -= 1;
      await post(newId("webhookDelivery"), left);
    }
  };
  await Promise.all(Array.from({ length: 64 }, loop));
  return rateOf((await arrivalOf(BACKLOG)).values());
}

/** Arrivals a second, from the first to the last. */
function rateOf(times: Iterable<number>): number {
  const sorted = [...times].sort((a, b) => a - b);
  return ((sorted.length - 1) / ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0))) * 1_000;
}
