/// <reference types="jest" />
import { BusUnavailable } from "../message-bus.ts";
import { type Bench, createRecorder, messagesOf, numbered } from "./bus-under-test.ts";

const group = "readers";

/** Work in flight when a subscription or the bus closes. */
export const closingPromises = {
  async "waits for work in flight when a subscription closes, and does not redeliver it"(bench: Bench) {
    const { bus, newTopic, until } = bench;
    const topic = await newTopic();
    const gate = Promise.withResolvers<void>();
    const events: string[] = [];
    const first = await bus.subscribe({ topic, group, concurrency: 1 }, async () => {
      events.push("started");
      await gate.promise;
      events.push("finished");
    });
    await bus.publish(messagesOf(topic, ["in flight"]));
    await until(() => events.length === 1);
    const closing = first.close().then(() => void events.push("closed"));
    gate.resolve();
    await closing;
    expect(events).toEqual(["started", "finished", "closed"]);

    const next = createRecorder();
    await bus.subscribe({ topic, group, concurrency: 1 }, next.handler);
    await bus.publish(messagesOf(topic, ["marker"]));
    await until(() => next.seen.length === 1);
    expect(next.values()).toEqual(["marker"]);
  },

  async "revokes messages that outlast the drain and delivers them to the next subscriber"(bench: Bench) {
    const { bus, newTopic, until } = bench;
    const topic = await newTopic();
    const gate = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    const first = await bus.subscribe({ topic, group, concurrency: 1 }, async (_message, signal) => {
      signals.push(signal);
      await gate.promise;
    });
    await bus.publish(messagesOf(topic, ["slow", "untouched"]));
    await until(() => signals.length === 1);
    expect(signals[0]?.aborted).toBe(false);
    await first.close({ drainMs: 20 });
    expect(signals[0]?.aborted).toBe(true);
    gate.resolve(); // it finishes too late: the message has been revoked

    const next = createRecorder();
    await bus.subscribe({ topic, group, concurrency: 1 }, next.handler);
    await until(() => next.seen.length === 2);
    expect(next.values()).toEqual(["slow", "untouched"]);
    expect(signals).toHaveLength(1);
    await until(async () => (await bus.lag(topic, group)) === 0); // finished twice, counted once
  },

  async "delivers returned messages in order, before new ones"({ bus, newTopic, until }: Bench) {
    const topic = await newTopic();
    const started = createRecorder();
    const first = await bus.subscribe({ topic, group, concurrency: 3 }, async (message, signal) => {
      await started.handler(message, signal);
      await new Promise(() => {}); // never finishes
    });
    await bus.publish(messagesOf(topic, numbered(6)));
    await until(() => started.seen.length === 3);
    await first.close({ drainMs: 0 });

    const next = createRecorder();
    await bus.subscribe({ topic, group, concurrency: 1 }, next.handler);
    await until(() => next.seen.length === 6);
    expect(next.values()).toEqual(numbered(6));
  },

  async "delivers a message that waits for its retry to the next subscriber"(bench: Bench) {
    const { bus, newTopic, until } = bench;
    const topic = await newTopic();
    let rejections = 0;
    const first = await bus.subscribe({ topic, group, concurrency: 1 }, async () => {
      rejections += 1;
      throw new Error("never here");
    });
    await bus.publish(messagesOf(topic, ["a"]));
    await until(() => rejections >= 1);
    await first.close();

    const next = createRecorder();
    await bus.subscribe({ topic, group, concurrency: 1 }, next.handler);
    await until(() => next.seen.length === 1);
    expect(next.values()).toEqual(["a"]);
  },

  async "delivers the work of a closed subscriber to the remaining one"(bench: Bench) {
    const { bus, newTopic, until } = bench;
    const topic = await newTopic();
    const stays = createRecorder();
    const leaving: string[] = [];
    const leaver = await bus.subscribe({ topic, group, concurrency: 50 }, async ({ value }) => {
      leaving.push(value);
      await new Promise(() => {}); // never finishes
    });
    const values = Array.from({ length: 20 }, (_, index) => `v${index}`);
    await bus.publish(messagesOf(topic, values, (value) => value));
    await until(() => leaving.length === 20);
    await bus.subscribe({ topic, group, concurrency: 4 }, stays.handler);
    await leaver.close({ drainMs: 0 });
    await until(() => new Set(stays.values()).size === 20);
    expect(new Set(stays.values())).toEqual(new Set(values));
  },

  async "closes a subscription and a bus twice without error"({ bus, newTopic }: Bench) {
    const topic = await newTopic();
    const subscription = await bus.subscribe({ topic, group, concurrency: 1 }, async () => {});
    await Promise.all([subscription.close(), subscription.close()]);
    await Promise.all([bus.close(), bus.close()]);
    await expect(subscription.close()).resolves.toBeUndefined();
  },

  async "lets handlers publish while the bus drains"({ bus, newTopic, until }: Bench) {
    const topic = await newTopic();
    const results = await newTopic();
    const gate = Promise.withResolvers<void>();
    const events: string[] = [];
    await bus.subscribe({ topic, group, concurrency: 1 }, async () => {
      events.push("started");
      await gate.promise;
      await bus.publish(messagesOf(results, ["result"]));
      events.push("published");
    });
    await bus.publish(messagesOf(topic, ["work"]));
    await until(() => events.length === 1);
    const closing = bus.close();
    gate.resolve();
    await closing;
    expect(events).toEqual(["started", "published"]);
  },

  async "rejects with BusUnavailable once it is closed"({ bus, newTopic }: Bench) {
    const topic = await newTopic();
    expect(bus.isAvailable()).toBe(true);
    await bus.close();
    expect(bus.isAvailable()).toBe(false);
    await expect(bus.publish(messagesOf(topic, ["late"]))).rejects.toBeInstanceOf(BusUnavailable);
    await expect(bus.lag(topic, group)).rejects.toBeInstanceOf(BusUnavailable);
    const subscribing = bus.subscribe({ topic, group, concurrency: 1 }, async () => {});
    await expect(subscribing).rejects.toBeInstanceOf(BusUnavailable);
  },

  async "refuses a concurrency that is not a positive whole number"({ bus, newTopic }: Bench) {
    const topic = await newTopic();
    for (const concurrency of [0, -1, 1.5, Number.NaN]) {
      const subscribing = bus.subscribe({ topic, group, concurrency }, async () => {});
      await expect(subscribing).rejects.toBeInstanceOf(RangeError);
    }
  },
};
