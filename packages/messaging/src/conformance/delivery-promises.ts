/// <reference types="jest" />
import { type Bench, createRecorder, messagesOf, numbered } from "./bus-under-test.ts";

const group = "readers";

/** Which messages arrive, where, and with which content. */
export const deliveryPromises = {
  async "delivers messages published before the subscription"({ bus, newTopic, until }: Bench) {
    const topic = await newTopic();
    const reader = createRecorder();
    await bus.publish(messagesOf(topic, ["early"]));
    await bus.subscribe({ topic, group, concurrency: 1 }, reader.handler);
    await bus.publish(messagesOf(topic, ["late"]));
    await until(() => reader.seen.length === 2);
    expect(reader.values()).toEqual(["early", "late"]);
  },

  async "gives each group its own copy"({ bus, newTopic, until }: Bench) {
    const topic = await newTopic();
    const [one, two] = [createRecorder(), createRecorder()];
    await bus.subscribe({ topic, group: "one", concurrency: 1 }, one.handler);
    await bus.subscribe({ topic, group: "two", concurrency: 1 }, two.handler);
    await bus.publish(messagesOf(topic, ["a", "b"]));
    await until(() => one.seen.length === 2 && two.seen.length === 2);
    expect([one.values(), two.values()]).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
  },

  async "shares the messages of a group among its subscribers without duplicates"(bench: Bench) {
    const { bus, newTopic, until } = bench;
    const topic = await newTopic();
    const [one, two] = [createRecorder(), createRecorder()];
    await bus.subscribe({ topic, group, concurrency: 4 }, one.handler);
    await bus.subscribe({ topic, group, concurrency: 4 }, two.handler);
    const values = numbered(200);
    await bus.publish(messagesOf(topic, values, (value) => `key-${value}`));
    await until(async () => one.seen.length + two.seen.length >= 200 && (await bus.lag(topic, group)) === 0);
    expect([...one.values(), ...two.values()].sort()).toEqual([...values].sort());
    expect(one.seen.length).toBeGreaterThan(0);
    expect(two.seen.length).toBeGreaterThan(0);
  },

  /** Breaks in a broker client that mixes the topics of one group among its members. */
  async "supports one group name on several topics"({ bus, newTopic, until }: Bench) {
    const [left, right] = [await newTopic(), await newTopic()];
    const [fromLeft, fromRight] = [createRecorder(), createRecorder()];
    await bus.subscribe({ topic: left, group, concurrency: 1 }, fromLeft.handler);
    await bus.subscribe({ topic: right, group, concurrency: 1 }, fromRight.handler);
    await bus.publish([...messagesOf(left, ["l"]), ...messagesOf(right, ["r"])]);
    await until(() => fromLeft.seen.length === 1 && fromRight.seen.length === 1);
    expect(fromLeft.seen[0]).toMatchObject({ topic: left, value: "l" });
    expect(fromRight.seen[0]).toMatchObject({ topic: right, value: "r" });
  },

  async "carries keys, values and headers byte for byte"({ bus, newTopic, until }: Bench) {
    const topic = await newTopic();
    const reader = createRecorder();
    const texts = ["", "ማረጋገጫ ብር 🧾", 'line\nbreak\u0000 "quoted" \\', "x".repeat(64 * 1024)];
    const messages = texts.map((text, index) => ({
      topic,
      key: text.slice(0, 100),
      value: text,
      headers: { index: String(index), text: text.slice(0, 100), "x-Mixed-Case": "kept" },
    }));
    await bus.subscribe({ topic, group, concurrency: 1 }, reader.handler);
    await bus.publish(messages);
    await until(() => reader.seen.length === messages.length);
    const byIndex = [...reader.seen].sort((a, b) => Number(a.headers["index"]) - Number(b.headers["index"]));
    expect(byIndex).toEqual(messages.map((message) => ({ ...message, attempt: 1 })));
  },

  async "delivers empty headers if none were sent"({ bus, newTopic, until }: Bench) {
    const topic = await newTopic();
    const reader = createRecorder();
    await bus.subscribe({ topic, group, concurrency: 1 }, reader.handler);
    await bus.publish(messagesOf(topic, ["bare"]));
    await until(() => reader.seen.length === 1);
    expect(reader.seen[0]?.headers).toEqual({});
  },

  async "resolves an empty publish"({ bus }: Bench) {
    await expect(bus.publish([])).resolves.toBeUndefined();
  },

  async "keeps each key's order in first attempts"({ bus, newTopic, until }: Bench) {
    const topic = await newTopic();
    const reader = createRecorder();
    const keyOf = (value: string) => `key-${Number(value) % 7}`;
    await bus.subscribe({ topic, group, concurrency: 3 }, reader.handler);
    const values = numbered(500);
    await bus.publish(messagesOf(topic, values.slice(0, 300), keyOf));
    await bus.publish(messagesOf(topic, values.slice(300), keyOf));
    await until(() => reader.seen.length === 500);
    for (const key of new Set(values.map(keyOf))) {
      const delivered = reader.seen.filter((message) => message.key === key);
      expect(delivered.map((message) => message.value)).toEqual(
        values.filter((value) => keyOf(value) === key),
      );
    }
  },

  async "redelivers a rejected message, and continues with others meanwhile"(bench: Bench) {
    const { bus, newTopic, until } = bench;
    const topic = await newTopic();
    const attempts: number[] = [];
    const others: string[] = [];
    // A single slot: a message that waits for its retry must not hold it.
    await bus.subscribe({ topic, group, concurrency: 1 }, async ({ value, attempt }) => {
      if (value !== "poison") return void others.push(value);
      attempts.push(attempt);
      if (others.length < 10 || attempts.length < 3) throw new Error("not yet");
    });
    await bus.publish(messagesOf(topic, ["poison", ...numbered(10)]));
    await until(async () => (await bus.lag(topic, group)) === 0 && others.length >= 10);
    expect(others).toEqual(numbered(10));
    expect(attempts).toEqual(attempts.map((_, index) => index + 1));
    expect(attempts.length).toBeGreaterThanOrEqual(3);
  },

  async "treats a handler that throws synchronously as one that rejects"(bench: Bench) {
    const { bus, newTopic, until } = bench;
    const topic = await newTopic();
    const attempts: number[] = [];
    await bus.subscribe({ topic, group, concurrency: 1 }, ({ attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) throw new Error("at once");
      return Promise.resolve();
    });
    await bus.publish(messagesOf(topic, ["a"]));
    await until(() => attempts.length === 2);
    expect(attempts).toEqual([1, 2]);
  },
};
