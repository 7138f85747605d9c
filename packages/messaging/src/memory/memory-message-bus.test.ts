import { setImmediate as nextTick } from "node:timers/promises";
import { until } from "../conformance/bus-under-test.ts";
import { describeMessageBusConformance } from "../conformance/message-bus-conformance.ts";
import { BusUnavailable, type IncomingMessage } from "../message-bus.ts";
import { createMemoryMessageBus } from "./memory-message-bus.ts";

describeMessageBusConformance(
  "the memory bus",
  async () => {
    const bus = createMemoryMessageBus({ retryDelayMs: () => 5 });
    return {
      bus,
      outage: {
        begin: async () => bus.setAvailable(false),
        end: async () => bus.setAvailable(true),
      },
    };
  },
  { durable: false, canBreak: true },
);

const message = (value: string) => ({ topic: "t", key: "k", value });

describe("the memory bus", () => {
  it("refuses messages to a topic whose group is too far behind, until it has caught up", async () => {
    const bus = createMemoryMessageBus({ maxUnfinished: 3 });
    const gate = Promise.withResolvers<void>();
    await bus.subscribe({ topic: "t", group: "g", concurrency: 3 }, () => gate.promise);
    await bus.publish([message("1"), message("2"), message("3")]);
    const refused = bus.publish([{ ...message("other"), topic: "free" }, message("4")]);
    await expect(refused).rejects.toBeInstanceOf(BusUnavailable);
    expect(await bus.lag("free", "g")).toBe(0); // all or nothing
    gate.resolve();
    await until(async () => (await bus.lag("t", "g")) === 0);
    await bus.publish([message("4")]);
    await bus.close();
  });

  it("keeps only the newest messages of a topic without groups", async () => {
    const bus = createMemoryMessageBus({ maxUnfinished: 100 });
    for (let i = 0; i < 1_000; i += 1) await bus.publish([message(String(i))]);
    expect(await bus.lag("t", "late")).toBe(100);
    const seen: string[] = [];
    await bus.subscribe({ topic: "t", group: "late", concurrency: 1 }, async ({ value }) => {
      seen.push(value);
    });
    await until(async () => (await bus.lag("t", "late")) === 0);
    expect(seen[0]).toBe("900");
    await bus.close();
  });

  it("drops messages that every group has been given", async () => {
    const bus = createMemoryMessageBus();
    await bus.subscribe({ topic: "t", group: "one", concurrency: 8 }, async () => {});
    await bus.subscribe({ topic: "t", group: "two", concurrency: 8 }, async () => {});
    for (let i = 0; i < 5_000; i += 1) await bus.publish([message(String(i))]);
    await until(async () => (await bus.lag("t", "one")) + (await bus.lag("t", "two")) === 0);
    expect(await bus.lag("t", "new here")).toBe(0);
    await bus.close();
  });

  it("delays retries by the given schedule", async () => {
    const delayedAttempts: number[] = [];
    const attempts: number[] = [];
    const bus = createMemoryMessageBus({
      retryDelayMs: (attempt) => {
        delayedAttempts.push(attempt);
        return 1;
      },
    });
    await bus.subscribe({ topic: "t", group: "g", concurrency: 1 }, async ({ attempt }) => {
      attempts.push(attempt);
      if (attempt < 4) throw new Error("not yet");
    });
    await bus.publish([message("a")]);
    await until(async () => (await bus.lag("t", "g")) === 0);
    expect(attempts).toEqual([1, 2, 3, 4]);
    expect(delayedAttempts).toEqual([1, 2, 3]);
    await bus.close();
  });

  it("does not apply a subscriber's back-off to the next one", async () => {
    const bus = createMemoryMessageBus({ retryDelayMs: () => 3_600_000 });
    const rejected = Promise.withResolvers<void>();
    const first = await bus.subscribe({ topic: "t", group: "g", concurrency: 1 }, async () => {
      rejected.resolve();
      throw new Error("not here");
    });
    await bus.publish([message("a")]);
    await rejected.promise;
    await nextTick();
    await first.close();
    const attempts: number[] = [];
    await bus.subscribe({ topic: "t", group: "g", concurrency: 1 }, async ({ attempt }) => {
      attempts.push(attempt);
    });
    await until(async () => (await bus.lag("t", "g")) === 0);
    expect(attempts).toEqual([1]);
    await bus.close();
  });

  it("protects published messages from changes by the sender and other groups", async () => {
    const bus = createMemoryMessageBus();
    const headers: Record<string, string> = { colour: "green" };
    await bus.publish([{ ...message("a"), headers }]);
    headers["colour"] = "red";
    const seen: IncomingMessage[] = [];
    await bus.subscribe({ topic: "t", group: "g", concurrency: 1 }, async (incoming) => {
      seen.push(incoming);
    });
    await until(() => seen.length > 0);
    expect(seen[0]?.headers).toEqual({ colour: "green" });
    expect(Object.isFrozen(seen[0]?.headers)).toBe(true);
    await bus.close();
  });

  it("delivers nothing while it is unavailable, and everything afterwards", async () => {
    const bus = createMemoryMessageBus();
    const seen: string[] = [];
    await bus.publish([message("a")]);
    bus.setAvailable(false);
    await bus.subscribe({ topic: "t", group: "g", concurrency: 1 }, async ({ value }) => {
      seen.push(value);
    });
    for (let i = 0; i < 10; i += 1) await nextTick();
    expect(seen).toEqual([]);
    bus.setAvailable(true);
    await until(() => seen.length > 0);
    await bus.close();
  });
});
