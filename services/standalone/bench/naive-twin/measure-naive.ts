import { createHash } from "node:crypto";
import { Kafka } from "kafkajs";
import pg from "pg";
import { runClosedLoop } from "../bench-load.ts";
import { startBenchProcess } from "../bench-process.ts";
import { skipToEnd } from "../bench-stack.ts";
import { nextReference, requireStatus, SUFFIX } from "../bench-submissions.ts";
import { createCpuMeter } from "../cpu-meter.ts";
import type { WholePathFigures } from "../whole-path.ts";
import { naiveSchema } from "./naive-schema.ts";

export interface NaiveOptions {
  readonly databaseUrl: string;
  readonly kafkaBrokers: string;
  readonly bankUrl: string;
  readonly total: number;
  readonly inFlight: number;
}

const WARM_UP = 200;

/** Verifications a second from the first accept to the last verdict. */
export async function measureNaiveTwin(options: NaiveOptions): Promise<WholePathFigures> {
  const { databaseUrl, kafkaBrokers, bankUrl, total, inFlight } = options;
  await using closers = new AsyncDisposableStack();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  closers.defer(() => pool.end());
  await pool.query(naiveSchema);
  const apiKey = "naive-key";
  await pool.query("insert into naive_keys (key_hash, user_id) values ($1, 'u1')", [
    createHash("sha256").update(apiKey).digest("hex"),
  ]);
  await pool.query("insert into naive_accounts values ('u1', 100000000)");
  await pool.query("insert into naive_settlement_accounts values ('u1', 'boa', '104273658')");
  const group = `naive-${Date.now()}`;
  await makeNaiveTopics(kafkaBrokers, group);

  const env = { DATABASE_URL: databaseUrl, KAFKA_BROKERS: kafkaBrokers, BANK_URL: bankUrl };
  const here = "services/standalone/bench/naive-twin";
  const verifier = closers.use(
    await startBenchProcess(`${here}/naive-verifier-main.ts`, { env: { ...env, NAIVE_GROUP: group } }),
  );
  const gateway = closers.use(await startBenchProcess(`${here}/naive-gateway-main.ts`, { env }));

  const submit = async (count: number) =>
    requireStatus(
      await runClosedLoop({
        url: `http://127.0.0.1:${gateway.answer}`,
        path: "/api/verify",
        total: count,
        inFlight,
        submission: () => ({
          headers: { "x-api-key": apiKey },
          body: JSON.stringify({ bank: "boa", reference: nextReference(), suffix: SUFFIX }),
        }),
      }),
      "202",
    );
  await submit(WARM_UP);
  await allDone(pool, WARM_UP);
  const cpu = await createCpuMeter(pool, { gateway: gateway.pid, verifier: verifier.pid });
  await submit(total);
  await allDone(pool, WARM_UP + total);
  const spent = cpu.spent();
  const { rows } = await pool.query(
    `select extract(epoch from max(completed_at) - min(created_at))::float8 as seconds from
      (select created_at, completed_at from naive_requests order by created_at offset $1) measured`,
    [WARM_UP],
  );
  return { perSecond: total / rows[0].seconds, cpu: spent };
}

/** What earlier runs have left in the topic is about rows that are gone: the new group begins behind it. */
export async function makeNaiveTopics(brokers: string, groupId: string): Promise<void> {
  const admin = new Kafka({ clientId: "naive", brokers: brokers.split(","), logLevel: 0 }).admin();
  await admin.connect();
  const existing = await admin.listTopics();
  const topics = ["naive.requested", "naive.finished"].filter((topic) => !existing.includes(topic));
  await admin.createTopics({ topics: topics.map((topic) => ({ topic, numPartitions: 16 })) });
  await skipToEnd(admin, { groupId, topic: "naive.requested" });
  await admin.disconnect();
}

async function allDone(pool: pg.Pool, count: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      "select count(*)::int as n from naive_requests where completed_at is not null",
    );
    if (rows[0].n >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
