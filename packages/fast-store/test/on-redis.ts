import { createTestRedis, type TestRedis } from "@receipts/testing";
import type { FastStore } from "../src/fast-store.ts";
import { createRedisFastStore, type RedisFastStoreOptions } from "../src/redis/redis-fast-store.ts";

/** Opens a store on a test's own server. */
export const openOn = ({ port }: TestRedis, options: Partial<RedisFastStoreOptions> = {}) =>
  createRedisFastStore({
    servers: { kind: "single", node: { host: "127.0.0.1", port }, database: 0 },
    keyPrefix: "stage-1",
    ...options,
  });

/** Runs a test with its own Redis and a store on it; closes both at the end. */
export function itOnRedis(
  promise: string,
  test: (store: FastStore, redis: TestRedis) => Promise<void>,
  options: Partial<RedisFastStoreOptions> = {},
): void {
  it(promise, async () => {
    await using redis = await createTestRedis();
    const store = await openOn(redis, options);
    await test(store, redis);
    await store.close();
  });
}
