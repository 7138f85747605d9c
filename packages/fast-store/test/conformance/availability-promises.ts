import { type FastStore, FastStoreUnavailable } from "../../src/fast-store.ts";
import type { Bench } from "./store-under-test.ts";

/** All operations of a store. An error in a limiter must throw and never look like a refusal. */
export function everyOperation(store: FastStore, name: string): (() => Promise<unknown>)[] {
  const limiter = store.rateLimiter({ name, points: 1, windowSeconds: 60 });
  const pair = store.rateLimiterPair(
    { name, points: 1, windowSeconds: 60 },
    { name: `${name} of all`, points: 1, windowSeconds: 60 },
  );
  return [
    () => store.get(name),
    () => store.set(name, "v", 1_000),
    () => store.delete(name),
    () => store.publish(name, "m"),
    () => store.subscribe(name, () => {}),
    () => limiter.consume("k"),
    () => pair.consume("k", "o"),
  ];
}

export const availabilityPromises = {
  async "throws FastStoreUnavailable once it is closed, from limiters too"({ store, unique }: Bench) {
    const operations = everyOperation(store, unique("n"));
    const unsubscribe = await store.subscribe(unique("c"), () => {});
    expect(store.isAvailable()).toBe(true);
    await store.close();
    await store.close();
    expect(store.isAvailable()).toBe(false);
    for (const operation of operations)
      await expect(operation()).rejects.toBeInstanceOf(FastStoreUnavailable);
    await expect(unsubscribe()).resolves.toBeUndefined();
  },

  async "throws FastStoreUnavailable during an outage, and continues afterwards"({
    store,
    outage,
    unique,
    until,
  }: Bench) {
    const operations = everyOperation(store, unique("n"));
    const received: string[] = [];
    await store.subscribe(unique("c"), (message) => received.push(message));
    await outage.begin();
    try {
      for (const operation of operations)
        await expect(operation()).rejects.toBeInstanceOf(FastStoreUnavailable);
      await until(() => !store.isAvailable());
    } finally {
      await outage.end();
    }
    await until(() => store.isAvailable());
    await store.set(unique("k"), "v", 60_000);
    expect(await store.get(unique("k"))).toBe("v");
    // Subscriptions are restored shortly after the connection.
    await until(async () => {
      await store.publish(unique("c"), "after");
      return received.includes("after");
    });
  },
};
