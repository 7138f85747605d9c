import { setImmediate as nextTick } from "node:timers/promises";
import { createTestRedis, until } from "@receipts/testing";
import { everyOperation as operationsOf } from "../../test/conformance/availability-promises.ts";
import { itOnRedis, openOn } from "../../test/on-redis.ts";
import { type FastStore, FastStoreUnavailable } from "../fast-store.ts";

const everyOperation = (store: FastStore) => operationsOf(store, "every-question");

/** An operation that has not settled by the next tick of the event loop waits for something. */
async function settledAtOnce(operation: () => Promise<unknown>): Promise<unknown> {
  const settled = operation().then(
    () => "resolved",
    (error: unknown) => error,
  );
  return await Promise.race([settled, nextTick().then(() => "waits")]);
}

describe("the Redis store", () => {
  it("starts without Redis, and connects when it becomes available", async () => {
    await using redis = await createTestRedis({ started: false });
    const changes: (boolean | string)[] = [];
    const store = await openOn(redis, {
      connectTimeoutMs: 200,
      onAvailabilityChange: (available, cause) => changes.push(available || (cause?.message ?? "no cause")),
    });
    expect(store.isAvailable()).toBe(false);
    for (const operation of everyOperation(store))
      expect(await settledAtOnce(operation)).toBeInstanceOf(FastStoreUnavailable);
    await redis.start();
    await until(() => store.isAvailable());
    for (const operation of everyOperation(store)) await operation();
    // The first report may precede the first refusal, so its cause varies.
    expect(changes).toEqual([expect.any(String), true]);
    await store.close();
  });

  /** If a caller waited for a frozen server, this test would never reach `thaw`. */
  itOnRedis("lets no caller wait for a hanging Redis", async (store, redis) => {
    const unsubscribe = await store.subscribe("other", () => {});
    redis.freeze();
    const first = await Promise.allSettled(everyOperation(store).map((operation) => operation()));
    for (const result of first) {
      expect(result).toMatchObject({ status: "rejected", reason: expect.any(FastStoreUnavailable) });
    }
    await unsubscribe();
    redis.thaw();
    await until(() => store.isAvailable());
    for (const operation of everyOperation(store)) await operation();
  });

  /** Otherwise each request of a busy gateway would wait for the time limit. */
  itOnRedis("rejects at once while Redis is known to hang", async (store, redis) => {
    redis.freeze();
    await expect(store.get("k")).rejects.toBeInstanceOf(FastStoreUnavailable);
    for (const operation of everyOperation(store).filter((_, index) => index !== 4)) {
      expect(await settledAtOnce(operation)).toBeInstanceOf(FastStoreUnavailable);
    }
    expect(store.isAvailable()).toBe(false);
    redis.thaw();
    await until(() => store.isAvailable());
    expect(await store.get("k")).toBeUndefined();
  });

  itOnRedis(
    "notices a hanging Redis without any calls",
    async (store, redis) => {
      redis.freeze();
      await until(() => !store.isAvailable());
      redis.thaw();
      await until(() => store.isAvailable());
    },
    { heartbeatMs: 20, commandTimeoutMs: 50 },
  );

  /** A host that vanished never closes its connections: they must be replaced. */
  itOnRedis(
    "replaces a silent connection",
    async (store, redis) => {
      const received: string[] = [];
      await store.subscribe("c", (message) => received.push(message));
      const reasons: string[] = [];
      redis.freeze();
      await until(async () => {
        const error: unknown = await store.get("k").catch((error: unknown) => error);
        if (error instanceof FastStoreUnavailable && error.cause instanceof Error)
          reasons.push(error.cause.message);
        return reasons.some((reason) => reason.includes("Socket timeout"));
      });
      redis.thaw();
      await until(() => store.isAvailable());
      await store.publish("c", "after");
      await until(() => received.includes("after"));
    },
    { heartbeatMs: 20, commandTimeoutMs: 50, socketTimeoutMs: 150 },
  );

  itOnRedis(
    "does not count time in which this process was busy",
    async (store) => {
      await store.set("k", "v", 60_000);
      const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      const sent = store.get("k");
      await nextTick(); // it has been sent
      const queued = store.get("k"); // sent after the response to the first
      block();
      expect(await Promise.all([sent, queued])).toEqual(["v", "v"]);
      const unsent = store.get("k");
      block();
      expect(await unsent).toBe("v");
      expect(store.isAvailable()).toBe(true);
    },
    { commandTimeoutMs: 50 },
  );

  itOnRedis(
    "starts new windows and keeps listening when Redis has lost everything, including scripts",
    async (store, redis) => {
      const received: string[] = [];
      await store.subscribe("c", (message) => received.push(message));
      const limiter = store.rateLimiter({ name: "l", points: 1, windowSeconds: 600 });
      await store.set("k", "v", 60_000);
      await limiter.consume("k");
      expect((await limiter.consume("k")).allowed).toBe(false);
      await redis.send("FLUSHALL");
      await redis.send("SCRIPT FLUSH");
      expect(await store.get("k")).toBeUndefined();
      expect((await limiter.consume("k")).allowed).toBe(true);
      await store.publish("c", "m");
      await until(() => received.includes("m"));
    },
  );

  itOnRedis(
    "restores all remaining subscriptions after each loss of the connection",
    async (store, redis) => {
      const received = new Set<string>();
      const names = Array.from({ length: 1_200 }, (_, index) => `c${index}`);
      const unsubscribes = await Promise.all(
        names.map((name) => store.subscribe(name, (message) => received.add(`${name} ${message}`))),
      );
      await unsubscribes[0]?.();
      for (const round of ["one", "two"]) {
        await redis.kill();
        await until(() => !store.isAvailable());
        await unsubscribes[round === "one" ? 1 : 2]?.();
        await redis.start();
        await until(() => store.isAvailable());
        await Promise.all(names.map((name) => store.publish(name, round)));
        await until(() => received.has(`c1199 ${round}`));
      }
      expect(received.size).toBe(1_198 + 1_197);
    },
  );

  it("is unavailable while only the subscriptions' connection is", async () => {
    await using redis = await createTestRedis();
    const changes: boolean[] = [];
    const store = await openOn(redis, { onAvailabilityChange: (available) => changes.push(available) });
    const received: string[] = [];
    await store.subscribe("c", (message) => received.push(message));
    await redis.send("CLIENT KILL TYPE pubsub");
    await until(() => changes.length === 3);
    expect(changes).toEqual([true, false, true]);
    await store.publish("c", "after");
    await until(() => received.includes("after"));
    await store.close();
  });

  it("closes without waiting for a hanging Redis", async () => {
    await using redis = await createTestRedis();
    const store = await openOn(redis);
    await store.subscribe("c", () => {});
    redis.freeze();
    await store.close();
    redis.thaw();
  });
});
