import type { Santim } from "@receipts/contracts";
import { createRedisFastStore } from "@receipts/fast-store/redis";
import { createTestRedis, type TestRedis, until } from "@receipts/testing";
import { createVerdictCache, receiptKey } from "@receipts/verdicts";
import { makeAccounts } from "../../bench/bench-accounts.ts";
import { runClosedLoop } from "../../bench/bench-load.ts";
import { startGateway, urlOf } from "../../bench/bench-services.ts";
import { type BenchStack, openBenchStack } from "../../bench/bench-stack.ts";
import { nextReference, requireStatus, SUFFIX, submissionBy } from "../../bench/bench-submissions.ts";

const TOTAL = 200;

/** A separate Redis: its counters are this test's alone. */
describe("the gateway's cost of a call", () => {
  let closers: AsyncDisposableStack;
  let stack: BenchStack;
  let redis: TestRedis;

  beforeEach(async () => {
    closers = new AsyncDisposableStack();
    redis = closers.use(await createTestRedis());
    stack = closers.use(await openBenchStack());
  });

  afterEach(() => closers.disposeAsync());

  /** Each Redis command costs the gateway as much as reading the request. */
  it("is two Redis commands and one log line for an accept, and fewer commands if 32 arrive together", async () => {
    await using gateway = await startGateway(stack, { env: { REDIS_URL: redis.url } });
    const [account] = await makeAccounts(stack.pool, 1);
    const accept = (inFlight: number) =>
      call(urlOf(gateway), "202", inFlight, () => submissionBy(account, nextReference()));
    // A cold broker may acknowledge the first ones too late.
    await until(() =>
      accept(1).then(
        () => true,
        () => false,
      ),
    );
    const alone = await counted(gateway, () => accept(1));
    expect(alone.redisCommands).toBe(2 * TOTAL);
    expectOneLineEach(alone.logLines);
    const together = await counted(gateway, () => accept(32));
    expect(together.redisCommands).toBeLessThanOrEqual(TOTAL);
  });

  it("is two Redis commands and one log line for a cached verdict, besides its announcement", async () => {
    const store = await createRedisFastStore({
      servers: { kind: "single", node: { host: "127.0.0.1", port: redis.port }, database: 0 },
      keyPrefix: stack.env["REDIS_KEY_PREFIX"] ?? "",
    });
    closers.defer(() => store.close());
    const cache = createVerdictCache({
      isLive: () => true,
      fastStore: store,
      ttlMs: 60_000,
      onError: (error) => {
        throw error;
      },
    });
    const reference = nextReference();
    await cache.put("boa", receiptKey("boa", { reference, suffix: SUFFIX, phone: null }), {
      referenceNumber: reference,
      paymentStatus: "completed",
      amount: 150_000n as Santim,
      currency: "ETB",
      senderName: "Abebe Kebede",
      receiverName: "Bench Merchant",
      receiverAccount: "104273658",
      paidAt: new Date(),
    });
    await using gateway = await startGateway(stack, { env: { REDIS_URL: redis.url } });
    const [account] = await makeAccounts(stack.pool, 1);
    const hit = () => call(urlOf(gateway), "200", 1, () => submissionBy(account, reference));
    await hit();
    const { redisCommands, logLines } = await counted(gateway, hit);
    expect(redisCommands).toBeGreaterThanOrEqual(2 * TOTAL);
    expect(redisCommands).toBeLessThanOrEqual(3 * TOTAL);
    expectOneLineEach(logLines);
  });

  async function call(
    url: string,
    status: string,
    inFlight: number,
    submission: () => ReturnType<typeof submissionBy>,
  ): Promise<void> {
    requireStatus(
      await runClosedLoop({ url, path: "/api/verify", total: TOTAL, inFlight, submission }),
      status,
    );
  }

  async function counted(gateway: Parameters<typeof urlOf>[0], work: () => Promise<void>) {
    const before = { redisCommands: await redisCommands(), logLines: await logLines(urlOf(gateway)) };
    await work();
    return {
      redisCommands: (await redisCommands()) - before.redisCommands,
      logLines: (await logLines(urlOf(gateway))) - before.logLines,
    };
  }

  /** Counts the commands that calls send, without those of scripts and of the connections themselves. */
  async function redisCommands(): Promise<number> {
    const counts = (await redis.send("INFO commandstats")).matchAll(/^cmdstat_([\w|-]+):calls=(\d+)/gm);
    const others =
      /^(?:incr|pttl|expire|ping|info|hello|client|command|config|select|subscribe|unsubscribe)\b/;
    return [...counts]
      .filter(([, name = ""]) => !others.test(name))
      .reduce((sum, [, , calls]) => sum + Number(calls), 0);
  }
});

/** Allows for lines of calls that read the counter, and of workers. */
function expectOneLineEach(lines: number): void {
  expect(lines).toBeGreaterThanOrEqual(TOTAL);
  expect(lines).toBeLessThanOrEqual(TOTAL + TOTAL / 10);
}

async function logLines(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return [...metrics.matchAll(/^log_lines_total\{[^}]*\} (\d+)$/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  );
}
