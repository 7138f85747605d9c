/// <reference types="jest" />
import { type Bench, createRecorder, messagesOf, numbered } from "./bus-under-test.ts";

const group = "readers";

/** Concurrency, ordering and lag. */
export const flowPromises = {
  async "reaches the concurrency and never exceeds it"({ bus, newTopic, until }: Bench) {
    const topic = await newTopic();
    const gates: (() => void)[] = [];
    let max = 0;
    let done = 0;
    await bus.subscribe({ topic, group, concurrency: 4 }, async () => {
      const gate = Promise.withResolvers<void>();
      max = Math.max(max, gates.push(gate.resolve));
      await gate.promise;
      done += 1;
    });
    // Different keys, so that the cap is tested across partitions.
    await bus.publish(messagesOf(topic, numbered(24), (value) => `key-${value}`));
    while (done < 24) {
      const full = Math.min(4, 24 - done);
      const doneSoFar = done;
      await until(() => gates.length === full);
      gates.shift()?.();
      await until(() => done === doneSoFar + 1);
    }
    expect(max).toBe(4);
  },

  async "does not delay other messages of a slow message's key"({ bus, newTopic, until }: Bench) {
    const topic = await newTopic();
    const gate = Promise.withResolvers<void>();
    const others: string[] = [];
    await bus.subscribe({ topic, group, concurrency: 2 }, async ({ value }) => {
      if (value === "slow") await gate.promise;
      else others.push(value);
    });
    await bus.publish(messagesOf(topic, ["slow", ...numbered(50)]));
    await until(() => others.length === 50);
    expect(await bus.lag(topic, group)).toBeGreaterThanOrEqual(1);
    gate.resolve();
    await until(async () => (await bus.lag(topic, group)) === 0);
    expect(others).toEqual(numbered(50));
  },

  async "counts unfinished messages of the group as lag"({ bus, newTopic, until }: Bench) {
    const topic = await newTopic();
    const gate = Promise.withResolvers<void>();
    const started = createRecorder();
    expect(await bus.lag(topic, group)).toBe(0);
    await bus.publish(messagesOf(topic, ["a", "b", "c"]));
    expect(await bus.lag(topic, group)).toBe(3);
    await bus.subscribe({ topic, group, concurrency: 3 }, async (message, signal) => {
      await started.handler(message, signal);
      if (message.value === "a") await gate.promise;
    });
    await until(() => started.seen.length === 3);
    const lag = await bus.lag(topic, group);
    expect(lag).toBeGreaterThanOrEqual(1);
    expect(lag).toBeLessThanOrEqual(3);
    gate.resolve();
    await until(async () => (await bus.lag(topic, group)) === 0);
  },
};
