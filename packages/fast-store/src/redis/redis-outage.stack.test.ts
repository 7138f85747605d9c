import { setImmediate as turn } from "node:timers/promises";
import { createTestRedis, until } from "@receipts/testing";
import { everyQuestion as questionsOf } from "../../test/conformance/availability-promises.ts";
import { itOnRedis, openOn } from "../../test/on-redis.ts";
import { type FastStore, FastStoreUnavailable } from "../fast-store.ts";

const everyQuestion = (store: FastStore) => questionsOf(store, "every-question");

/** What has not settled by the next turn of the event loop waits for something. */
async function atOnce(question: () => Promise<unknown>): Promise<unknown> {
  const answer = question().then(
    () => "answered",
    (error: unknown) => error,
  );
  return await Promise.race([answer, turn().then(() => "waits")]);
}

describe("the Redis store", () => {
  it("starts without Redis, and finds it when it comes", async () => {
    await using redis = await createTestRedis({ started: false });
    const changes: (boolean | string)[] = [];
    const store = await openOn(redis, {
      connectTimeoutMs: 200,
      onAvailabilityChange: (available, cause) => changes.push(available || (cause?.message ?? "no cause")),
    });
    expect(store.isAvailable()).toBe(false);
    for (const ask of everyQuestion(store)) expect(await atOnce(ask)).toBeInstanceOf(FastStoreUnavailable);
    await redis.start();
    await until(() => store.isAvailable());
    for (const ask of everyQuestion(store)) await ask();
    // The first refusal may not have come yet when it says so.
    expect(changes).toEqual([expect.any(String), true]);
    await store.close();
  });

  /** A caller that waits for a frozen server would settle only after `thaw`, and this test would never get there. */
  itOnRedis("lets no caller wait for a Redis that hangs", async (store, redis) => {
    const unsubscribe = await store.subscribe("other", () => {});
    redis.freeze();
    const first = await Promise.allSettled(everyQuestion(store).map((ask) => ask()));
    for (const result of first) {
      expect(result).toMatchObject({ status: "rejected", reason: expect.any(FastStoreUnavailable) });
    }
    await unsubscribe();
    redis.thaw();
    await until(() => store.isAvailable());
    for (const ask of everyQuestion(store)) await ask();
  });

  /** Otherwise each request of a busy gateway pays the time limit anew. */
  itOnRedis("refuses at once while Redis is known to hang", async (store, redis) => {
    redis.freeze();
    await expect(store.get("k")).rejects.toBeInstanceOf(FastStoreUnavailable);
    for (const ask of everyQuestion(store).filter((_, index) => index !== 4)) {
      expect(await atOnce(ask)).toBeInstanceOf(FastStoreUnavailable);
    }
    expect(store.isAvailable()).toBe(false);
    redis.thaw();
    await until(() => store.isAvailable());
    expect(await store.get("k")).toBeUndefined();
  });

  itOnRedis(
    "notices a Redis that hangs while nobody asks",
    async (store, redis) => {
      redis.freeze();
      await until(() => !store.isAvailable());
      redis.thaw();
      await until(() => store.isAvailable());
    },
    { heartbeatMs: 20, commandTimeoutMs: 50 },
  );

  /** A host that is gone for good never closes its connections: they must be given up and made anew. */
  itOnRedis(
    "gives up a connection that stays silent, and comes back through a new one",
    async (store, redis) => {
      const heard: string[] = [];
      await store.subscribe("c", (message) => heard.push(message));
      const reasons: string[] = [];
      redis.freeze();
      await until(async () => {
        const error: unknown = await store.get("k").catch((fault: unknown) => fault);
        if (error instanceof FastStoreUnavailable && error.cause instanceof Error)
          reasons.push(error.cause.message);
        return reasons.some((reason) => reason.includes("Socket timeout"));
      });
      redis.thaw();
      await until(() => store.isAvailable());
      await store.publish("c", "after");
      await until(() => heard.includes("after"));
    },
    { heartbeatMs: 20, commandTimeoutMs: 50, silenceMs: 150 },
  );

  itOnRedis(
    "does not blame Redis for the time in which this process itself was busy",
    async (store) => {
      await store.set("k", "v", 60_000);
      const isBusy = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      const asked = store.get("k");
      await turn(); // the question is on its way
      const waiting = store.get("k"); // and this one goes when that is answered
      isBusy();
      expect(await Promise.all([asked, waiting])).toEqual(["v", "v"]);
      const unsent = store.get("k");
      isBusy();
      expect(await unsent).toBe("v");
      expect(store.isAvailable()).toBe(true);
    },
    { commandTimeoutMs: 50 },
  );

  itOnRedis(
    "counts anew and listens on when Redis has forgotten everything, scripts included",
    async (store, redis) => {
      const heard: string[] = [];
      await store.subscribe("c", (message) => heard.push(message));
      const limiter = store.rateLimiter({ name: "l", points: 1, windowSeconds: 600 });
      await store.set("k", "v", 60_000);
      await limiter.consume("k");
      expect((await limiter.consume("k")).allowed).toBe(false);
      await redis.ask("FLUSHALL");
      await redis.ask("SCRIPT FLUSH");
      expect(await store.get("k")).toBeUndefined();
      expect((await limiter.consume("k")).allowed).toBe(true);
      await store.publish("c", "m");
      await until(() => heard.includes("m"));
    },
  );

  itOnRedis(
    "takes up every subscription that is left, after each loss of the connection",
    async (store, redis) => {
      const heard = new Set<string>();
      const names = Array.from({ length: 1_200 }, (_, index) => `c${index}`);
      const unsubscribes = await Promise.all(
        names.map((name) => store.subscribe(name, (message) => heard.add(`${name} ${message}`))),
      );
      await unsubscribes[0]?.();
      for (const round of ["one", "two"]) {
        await redis.kill();
        await until(() => !store.isAvailable());
        await unsubscribes[round === "one" ? 1 : 2]?.();
        await redis.start();
        await until(() => store.isAvailable());
        await Promise.all(names.map((name) => store.publish(name, round)));
        await until(() => heard.has(`c1199 ${round}`));
      }
      expect(heard.size).toBe(1_198 + 1_197);
    },
  );

  it("counts as away while only the subscriptions are", async () => {
    await using redis = await createTestRedis();
    const changes: boolean[] = [];
    const store = await openOn(redis, { onAvailabilityChange: (available) => changes.push(available) });
    const heard: string[] = [];
    await store.subscribe("c", (message) => heard.push(message));
    await redis.ask("CLIENT KILL TYPE pubsub");
    await until(() => changes.length === 3);
    expect(changes).toEqual([true, false, true]);
    await store.publish("c", "after");
    await until(() => heard.includes("after"));
    await store.close();
  });

  it("closes without waiting for a Redis that hangs", async () => {
    await using redis = await createTestRedis();
    const store = await openOn(redis);
    await store.subscribe("c", () => {});
    redis.freeze();
    await store.close();
    redis.thaw();
  });
});
