import { createMemoryFastStore } from "@receipts/fast-store";
import { createRedisFastStore } from "@receipts/fast-store/redis";
import { createServiceMetrics } from "@receipts/service-kit";
import { createTestRedis, until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { createLimitsWithFallback } from "./rate-limits.ts";

describe("a rate limit", () => {
  it("is counted by each process while Redis is down, and by all together when it is back", async () => {
    await using redis = await createTestRedis();
    const open = () =>
      createRedisFastStore({
        servers: { kind: "single", node: { host: "127.0.0.1", port: redis.port }, database: 0 },
        keyPrefix: "test",
      });
    const stores = await Promise.all([open(), open()]);
    const limits = stores.map((fastStore) =>
      createLimitsWithFallback({
        fastStore,
        fallbackStore: createMemoryFastStore(),
        log: testLog,
        metrics: createServiceMetrics({ processMetrics: false }),
      }),
    );
    const limit = { name: "key", points: 2, windowSeconds: 60 };
    const limiters = limits.map(({ limiter }) => limiter(limit));
    const pairs = limits.map(({ pair }) => pair(limit, { ...limit, name: "account" }));
    /** How many of three calls in each process pass; by the key's limit and the account's as well. */
    const allowed = async (key: string) => {
      const calls = limiters.flatMap((limiter) => [1, 2, 3].map(() => limiter.consume(key)));
      const single = (await Promise.all(calls)).filter((state) => state.allowed).length;
      const callsOfPairs = pairs.flatMap((pair) => ["a", "b", "c"].map((word) => pair.consume(word, key)));
      const paired = (await Promise.all(callsOfPairs)).filter(({ outer }) => outer?.allowed === true).length;
      expect(paired).toBe(single);
      return single;
    };
    const available = () => stores.every((store) => store.isAvailable());

    expect(await allowed("before")).toBe(2);
    await redis.kill();
    expect(await allowed("killed")).toBe(4);
    await redis.start();
    await until(available);
    expect(await allowed("back")).toBe(2);
    redis.freeze();
    expect(await allowed("frozen")).toBe(4);
    redis.thaw();
    await until(available);
    expect(await allowed("back again")).toBe(2);
    await Promise.all(stores.map((store) => store.close()));
  });
});
