import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { newId } from "@receipts/contracts";
import { createMicroBatcher, createPool, migrate } from "@receipts/database";
import { startEmbeddedPostgres } from "@receipts/embedded-postgres";
import { createSecretBox, createSigningSecretStore, newSigningSecret, signWebhook } from "@receipts/webhooks";
import { Pool as HttpPool } from "undici";
import { type BenchChild, startChild, startReceiver } from "./bench-children.ts";
import { writeReport } from "./webhooks-report.ts";

/**
 * How soon a verdict is told (open loop), and how many one dispatcher tells in a second, beside code that does nothing but
 * post. Receivers, dispatcher, load and PostgreSQL share the machine.
 */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 10);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const BACKLOG = Number(process.env["BENCH_BACKLOG"] ?? 5_000);
const ACCOUNTS = 8;
const HANGING_HOSTS = 50;
/** As often as they answer before they hang (`receiver-main.ts`): they are known as good, and may have more than strangers. */
const ANSWERED_FIRST = 20;
const FOR_EACH_HANGING = 40;

await using closers = new AsyncDisposableStack();
const postgres = await startEmbeddedPostgres({
  dataDir: await mkdtemp(path.join(tmpdir(), "webhooks-bench-")),
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

const latencies = [];
for (const perSecond of [50, 200, 500]) {
  const dispatched = await withDispatcher((dispatcher) => openLoop(perSecond, verdicts(dispatcher)));
  const bare = await withHttpPools((post) => openLoop(perSecond, post));
  latencies.push({ perSecond, dispatched, bare });
}

const isolation = { alone: [], besideHanging: [] } as Record<
  "alone" | "besideHanging",
  (readonly number[])[]
>;
for (let round = 0; round < ROUNDS; round += 1) {
  isolation.alone.push(await withDispatcher((dispatcher) => openLoop(100, verdicts(dispatcher))));
  isolation.besideHanging.push(
    await withDispatcher(async (dispatcher) => {
      await insertForHangingHosts(round, dispatcher);
      return await openLoop(100, verdicts(dispatcher));
    }),
  );
  await pool.query("delete from webhook_deliveries where state = 'pending'");
}

const rates = { dispatcher: [], twin: [], bare: [] } as Record<"dispatcher" | "twin" | "bare", number[]>;
for (let round = 0; round < ROUNDS; round += 1) {
  rates.dispatcher.push(await withDispatcher((dispatcher) => drainBacklog(dispatcher)));
  rates.twin.push(await backlogOf("axios-twin-main.ts"));
  rates.bare.push(await withHttpPools(bareLoop));
}
writeReport({
  machine: `${cpus()[0]?.model.trim()}, ${cpus().length} cores`,
  latencies,
  isolation,
  rates,
  BACKLOG,
  SECONDS,
});

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
    text: `insert into webhook_deliveries (id, user_id, verification_id, event, url, payload, http_request_id)
           select id, user_id, 'ver_' || id, 'verification.completed', url, $4, 'req_bench'
             from unnest($1::text[], $2::text[], $3::text[]) as t(id, user_id, url)`,
    values: [ids, hosts.map(({ account }) => accounts[account]), hosts.map(({ url }) => url), payload],
  });
}

interface BenchHost {
  readonly account: number;
  readonly url: string;
}

function healthyHost(nth: number): BenchHost {
  const account = nth % ACCOUNTS;
  return { account, url: receiver.urlOf(account) };
}

/** Of the same accounts, and before the healthy ones: whoever is served first come, first served, waits for all of them. */
async function insertForHangingHosts(round: number, dispatcher: BenchChild): Promise<void> {
  const insert = async (forEach: number) => {
    const ids = Array.from({ length: HANGING_HOSTS * forEach }, () => newId("webhookDelivery"));
    await insertDeliveries(ids, (nth) => {
      const host = nth % HANGING_HOSTS;
      return { account: host % ACCOUNTS, url: receiver.hangingUrlOf(round, host) };
    });
    dispatcher.tell();
  };
  await insert(ANSWERED_FIRST);
  await allDelivered();
  await insert(FOR_EACH_HANGING);
}

async function allDelivered(): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
    const { rows } = await pool.query(
      "select exists (select from webhook_deliveries where state = 'pending') as pending",
    );
    if (rows[0].pending === false) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("hosts that were to answer first have not");
}

async function withDispatcher<T>(use: (dispatcher: BenchChild) => Promise<T>): Promise<T> {
  await using dispatcher = await startChild("dispatcher-main.ts", env);
  // Compiled code, open connections, hosts that are known to answer.
  const warm = Array.from({ length: 500 }, () => newId("webhookDelivery"));
  await insertDeliveries(warm);
  dispatcher.tell();
  await arrivalOf(warm.length);
  return await use(dispatcher);
}

/** Records verdicts' deliveries and tells of them, as the verifier does: those that come together in one statement. */
function verdicts(dispatcher: BenchChild): Post {
  const record = createMicroBatcher<string, true>({
    run: async (ids) => {
      await insertDeliveries(ids);
      dispatcher.tell();
      return ids.map(() => true as const);
    },
    maxBatch: 100,
    slots: 2,
    worthRetryingAlone: () => false,
  });
  return async (id) => void (await record(id));
}

type Post = (id: string) => Promise<void>;

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
    const answer = await pools[next % pools.length]?.request({
      method: "POST",
      path: "/hook",
      headers,
      body: payload,
    });
    await answer?.body.dump();
  };
  try {
    await Promise.all(Array.from({ length: 200 }, () => post("warm")));
    await arrivalOf(1);
    return await use(post);
  } finally {
    await Promise.all(pools.map((each) => each.close()));
  }
}

/** Begins when it is due, whatever is still under way; a late beginning counts. Milliseconds, sorted. */
async function openLoop(perSecond: number, begin: Post): Promise<number[]> {
  const dueAt = new Map<string, number>();
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  const total = perSecond * SECONDS;
  for (let nth = 0; nth < total; nth += 1) {
    const due = startedAt + (nth * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    const id = newId("webhookDelivery");
    dueAt.set(id, performance.timeOrigin + due);
    running.push(begin(id));
  }
  await Promise.all(running);
  const arrived = await arrivalOf(total);
  return [...dueAt].map(([id, due]) => (arrived.get(id) ?? Number.NaN) - due).sort((a, b) => a - b);
}

async function arrivalOf(count: number): Promise<ReadonlyMap<string, number>> {
  const all = new Map<string, number>();
  for (const deadline = performance.now() + 120_000; all.size < count; ) {
    for (const [id, at] of await receiver.take()) if (!all.has(id)) all.set(id, at);
    if (performance.now() > deadline) throw new Error(`only ${all.size} of ${count} have arrived`);
    if (all.size < count) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return all;
}

async function drainBacklog(child: BenchChild | undefined): Promise<number> {
  const ids = Array.from({ length: BACKLOG }, () => newId("webhookDelivery"));
  await insertDeliveries(ids);
  child?.tell();
  return rateOf((await arrivalOf(BACKLOG)).values());
}

async function backlogOf(file: string): Promise<number> {
  await using twin = await startChild(file, env);
  await insertDeliveries(Array.from({ length: 500 }, () => newId("webhookDelivery")));
  await arrivalOf(500);
  void twin;
  return await drainBacklog(undefined);
}

async function bareLoop(post: Post): Promise<number> {
  let left = BACKLOG;
  const loop = async () => {
    while (left > 0) {
      left -= 1;
      await post(newId("webhookDelivery"));
    }
  };
  await Promise.all(Array.from({ length: 64 }, loop));
  return rateOf((await arrivalOf(BACKLOG)).values());
}

/** From the first arrival to the last. */
function rateOf(times: Iterable<number>): number {
  const sorted = [...times].sort((a, b) => a - b);
  return ((sorted.length - 1) / ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0))) * 1_000;
}
