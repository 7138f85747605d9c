/// <reference types="jest" />
import { BusUnavailable, type MessageBus } from "../message-bus.ts";
import { type Bench, type BusUnderTest, createRecorder, messagesOf } from "./bus-under-test.ts";

const group = "readers";

/** For durable buses: another bus finds the messages that one left. */
export const durabilityPromises = {
  async "delivers the unfinished messages of a closed bus to the next one"(bench: Bench) {
    const { bus, newTopic, until } = bench;
    const topic = await newTopic();
    const started = createRecorder();
    await bus.subscribe({ topic, group, concurrency: 1 }, async (message, signal) => {
      await started.handler(message, signal);
      await new Promise(() => {}); // never finishes
    });
    await bus.publish(messagesOf(topic, ["a", "b"]));
    await until(() => started.seen.length === 1);
    await bus.close({ drainMs: 0 });
    await withAnotherBus(bench.opened, async (other) => {
      const next = createRecorder();
      await other.subscribe({ topic, group, concurrency: 1 }, next.handler);
      await until(() => next.seen.length === 2);
      expect(next.values()).toEqual(["a", "b"]);
      await until(async () => (await other.lag(topic, group)) === 0);
    });
  },

  async "shares a group with another bus"({ bus, opened, newTopic, until }: Bench) {
    const topic = await newTopic();
    const [here, there] = [createRecorder(), createRecorder()];
    await withAnotherBus(opened, async (other) => {
      await bus.subscribe({ topic, group, concurrency: 4 }, here.handler);
      await other.subscribe({ topic, group, concurrency: 4 }, there.handler);
      const values = Array.from({ length: 100 }, (_, index) => `v${index}`);
      await bus.publish(messagesOf(topic, values, (value) => value));
      await until(() => here.seen.length + there.seen.length >= 100);
      expect(new Set([...here.values(), ...there.values()])).toEqual(new Set(values));
      expect(there.seen.length).toBeGreaterThan(0);
    });
  },
};

/** For buses whose broker the test can make unavailable. */
export const outagePromises = {
  async "rejects with BusUnavailable during an outage, and continues afterwards"(bench: Bench) {
    const { bus, newTopic, until, opened } = bench;
    if (opened.outage === undefined) throw new Error("canBreak needs `outage`");
    const topic = await newTopic();
    const reader = createRecorder();
    await bus.subscribe({ topic, group, concurrency: 1 }, reader.handler);
    await bus.publish(messagesOf(topic, ["before"]));
    await until(() => reader.seen.length === 1);
    await opened.outage.begin();
    try {
      await expect(bus.publish(messagesOf(topic, ["during"]))).rejects.toBeInstanceOf(BusUnavailable);
      await until(() => !bus.isAvailable());
    } finally {
      await opened.outage.end();
    }
    await until(() => bus.isAvailable());
    await bus.publish(messagesOf(topic, ["after"]));
    await until(() => reader.values().includes("after"));
    expect(reader.values()[0]).toBe("before");
  },
};

async function withAnotherBus(
  { reopen }: BusUnderTest,
  use: (bus: MessageBus) => Promise<void>,
): Promise<void> {
  if (reopen === undefined) throw new Error("a durable bus needs `reopen`");
  const other = await reopen();
  try {
    await use(other);
  } finally {
    await other.close({ drainMs: 0 });
  }
}
