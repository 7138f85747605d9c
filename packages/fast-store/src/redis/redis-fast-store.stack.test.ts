import { inspect } from "node:util";
import { readConfiguration } from "@receipts/service-kit";
import { createTestRedis, until } from "@receipts/testing";
import { itOnRedis, openOn } from "../../test/on-redis.ts";
import { FastStoreUnavailable } from "../fast-store.ts";
import { createRedisFastStore } from "./redis-fast-store.ts";
import { redisFastStoreOptions, redisSettings } from "./redis-settings.ts";

const lines = (reply: string) => reply.split("\r\n");

describe("the Redis store", () => {
  itOnRedis("prefixes every key and channel", async (store, redis) => {
    await store.set("k", "v", 60_000);
    await store.rateLimiter({ name: "per:key", points: 5, windowSeconds: 60 }).consume("user:1");
    await store.subscribe("c", () => {});
    expect(
      lines(await redis.send("KEYS *"))
        .filter((line) => line.includes(":"))
        .sort(),
    ).toEqual(["stage-1:limit:per%003akey:user:1", "stage-1:value:k"]);
    expect(lines(await redis.send("PUBSUB CHANNELS"))).toContain("stage-1:channel:c");
  });

  itOnRedis("stores nothing in Redis without a time to live", async (store, redis) => {
    await store.set("k", "v", 60_000);
    await store.rateLimiter({ name: "l", points: 5, windowSeconds: 60 }).consume("u");
    for (const key of ["stage-1:value:k", "stage-1:limit:l:u"]) {
      const [left = ""] = lines(await redis.send(`PTTL ${key}`));
      expect(Number(left.slice(1))).toBeGreaterThan(0);
    }
  });

  itOnRedis(
    "subscribes once for all listeners of a channel, until the last one leaves",
    async (store, redis) => {
      const subscribers = async () => lines(await redis.send("PUBSUB NUMSUB stage-1:channel:c")).at(3);
      const first = await store.subscribe("c", () => {});
      const second = await store.subscribe("c", () => {});
      expect(await subscribers()).toBe(":1");
      await first();
      await first();
      expect(await subscribers()).toBe(":1");
      await second();
      await until(async () => (await subscribers()) === ":0");
    },
  );

  itOnRedis(
    "listens to at most maxChannels channels, and to another when one is free",
    async (store) => {
      const one = await store.subscribe("one", () => {});
      await store.subscribe("two", () => {});
      await store.subscribe("two", () => {});
      await expect(store.subscribe("three", () => {})).rejects.toBeInstanceOf(FastStoreUnavailable);
      expect(store.isAvailable()).toBe(true);
      await one();
      await store.subscribe("three", () => {});
    },
    { maxChannels: 2 },
  );

  it("closes all connections", async () => {
    await using redis = await createTestRedis();
    const store = await openOn(redis);
    await store.subscribe("c", () => {});
    const connections = async () => (await redis.send("CLIENT LIST")).match(/^id=/gm)?.length;
    expect(await connections()).toBe(3);
    await store.close();
    await until(async () => (await connections()) === 1);
  });

  it("reports errors of listeners", async () => {
    await using redis = await createTestRedis();
    const errors: unknown[] = [];
    const store = await openOn(redis, { onListenerError: (error) => errors.push(error) });
    const error = new Error("broken");
    await store.subscribe("c", () => {
      throw error;
    });
    await store.publish("c", "m");
    await until(() => errors.length > 0);
    expect(errors).toEqual([error]);
    await store.close();
  });

  it("logs in with the password of its URL, and never shows a wrong one", async () => {
    await using redis = await createTestRedis({ args: ["--requirepass", "right one"] });
    const openWith = (password: string, causes: unknown[]) => {
      const url = `redis://:${encodeURIComponent(password)}@127.0.0.1:${redis.port}`;
      const options = redisFastStoreOptions(readConfiguration(redisSettings, { REDIS_URL: url }));
      const onAvailabilityChange = (_: boolean, cause?: Error) => causes.push(cause);
      return createRedisFastStore({ ...options, connectTimeoutMs: 300, onAvailabilityChange });
    };
    const right = await openWith("right one", []);
    await right.set("k", "v", 60_000);
    await right.close();

    const causes: unknown[] = [];
    const wrong = await openWith("wrong canary", causes);
    const refusal: unknown = await wrong.get("k").catch((error: unknown) => error);
    expect(inspect([refusal, causes], { depth: 9, showHidden: true })).not.toContain("canary");
    expect(inspect(refusal)).toContain("WRONGPASS");
    await wrong.close();
  });
});
