import { createHash } from "node:crypto";
import type pg from "pg";
import { runClosedLoop } from "../bench-load.ts";
import { startBenchProcess } from "../bench-process.ts";
import type { BenchBank } from "../bench-services.ts";
import { type BenchStack, openBenchStack, withKafkaAdmin } from "../bench-stack.ts";
import { nextReference, requireStatus, submissionBy } from "../bench-submissions.ts";
import { createCpuMeter } from "../cpu-meter.ts";
import { ACCOUNTS, allEnded, microsEach, type PathFigures, type PathLoad } from "../whole-path.ts";
import { naiveSchema } from "./naive-schema.ts";

export interface NaiveTwin extends AsyncDisposable {
  /** Measures verifications a second from the first accept to the last verdict. */
  readonly measure: (load: PathLoad) => Promise<PathFigures>;
}

/** Starts the twin with as many receipts in work as the service beside it: it processes one per partition. */
export async function openNaiveTwin(bank: BenchBank, inWork: number): Promise<NaiveTwin> {
  await using opened = new AsyncDisposableStack();
  const stack = opened.use(await openBenchStack({ ownServer: {} }));
  const { databaseUrl, kafkaBrokers, pool, prefix } = stack;
  await pool.query(naiveSchema);
  const apiKeys = await makeAccounts(pool, bank);
  await makeTopics(stack, inWork);
  const env = {
    ...{ DATABASE_URL: databaseUrl, KAFKA_BROKERS: kafkaBrokers, NAIVE_PREFIX: prefix },
    ...{ BANK_URL: bank.url, NAIVE_IN_WORK: String(inWork) },
  };
  const here = "services/standalone/bench/naive-twin";
  const verifier = opened.use(await startBenchProcess(`${here}/naive-verifier-main.ts`, { env }));
  const gateway = opened.use(await startBenchProcess(`${here}/naive-gateway-main.ts`, { env }));
  const pids = { gateway: gateway.pid, verifier: verifier.pid };
  const closers = opened.move();

  return {
    measure: async ({ total, inFlight }) => {
      const { rows: before } = await pool.query("select clock_timestamp() as now");
      const cpu = await createCpuMeter(pool, pids);
      const figures = await runClosedLoop({
        ...{ url: `http://127.0.0.1:${gateway.readyText}`, path: "/api/verify", total, inFlight },
        submission: (nth) => submissionBy(apiKeys[nth % apiKeys.length], nextReference(bank), bank),
      });
      requireStatus(figures, "202");
      await allEnded(pool, "naive_requests");
      const spent = cpu.spent();
      const { rows } = await pool.query(
        `select extract(epoch from max(completed_at) - min(created_at))::float8 as seconds
           from naive_requests where created_at >= date_trunc('milliseconds', $1::timestamptz)`,
        [before[0].now],
      );
      return { perSecond: total / rows[0].seconds, cpu: microsEach(spent, total) };
    },
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

async function makeAccounts(pool: pg.Pool, { code, account }: BenchBank): Promise<{ apiKey: string }[]> {
  const users = Array.from({ length: ACCOUNTS }, (_, nth) => ({
    userId: `u${nth}`,
    apiKey: `naive-key-${nth}`,
  }));
  for (const { userId, apiKey } of users) {
    const hash = createHash("sha256").update(apiKey).digest("hex");
    await pool.query("insert into naive_keys (key_hash, user_id) values ($1, $2)", [hash, userId]);
    await pool.query("insert into naive_accounts values ($1, 100000000)", [userId]);
    await pool.query("insert into naive_settlement_accounts values ($1, $2, $3)", [userId, code, account]);
  }
  return users;
}

async function makeTopics({ kafkaBrokers, prefix }: BenchStack, numPartitions: number): Promise<void> {
  await withKafkaAdmin(kafkaBrokers, async (admin) => {
    const topics = ["naive.requested", "naive.finished"].map((name) => `${prefix}${name}`);
    await admin.createTopics({
      topics: topics.map((topic) => ({ topic, numPartitions })),
      waitForLeaders: true,
    });
  });
}
