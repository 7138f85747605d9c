import { randomUUID } from "node:crypto";
import { testLog } from "@receipts/testing/suite-log";
import { createRecorder, messagesOf, numbered, until } from "../src/conformance/bus-under-test.ts";
import { deadLetterTopicOf, toDeadLetter } from "../src/dead-letter.ts";
import {
  type DeadLetterSummary,
  deleteFinished,
  discardDeadLetters,
  listDeadLetters,
  replayDeadLetters,
} from "../src/kafka/dead-letters.ts";
import { createKafkaClient } from "../src/kafka/kafka-client.ts";
import { createKafkaMessageBus } from "../src/kafka/kafka-message-bus.ts";
import type { MessageBus } from "../src/message-bus.ts";
import { connectionUnderTest, createCuttableNetwork, makeTopic } from "./kafka-under-test.ts";

const group = "readers";

async function withBus(use: (bus: MessageBus) => Promise<void>, options = {}): Promise<void> {
  const bus = createKafkaMessageBus({ connection: connectionUnderTest(), log: testLog, ...options });
  try {
    await use(bus);
  } finally {
    await bus.close({ drainMs: 0 });
  }
}

async function newTopic(partitions = 2): Promise<string> {
  const topic = `operations.${randomUUID()}`;
  await makeTopic(topic, partitions);
  return topic;
}

describe("the Kafka bus in operation", () => {
  it("does not fail messages to one topic because another is missing", async () => {
    const topic = await newTopic();
    await withBus(async (bus) => {
      const missing = bus.publish(messagesOf(`missing.${randomUUID()}`, ["a"]));
      const [good, bad] = await Promise.allSettled([bus.publish(messagesOf(topic, ["a"])), missing]);
      expect(good.status).toBe("fulfilled");
      expect(bad).toMatchObject({ status: "rejected", reason: { name: "BusUnavailable" } });
      expect(bus.isAvailable()).toBe(true);
    });
  });

  /** If a client reuses sequence numbers after a failed send, the broker silently drops its next messages. */
  it("loses no acknowledged message while its connections are cut repeatedly", async () => {
    const topic = await newTopic(1);
    const network = createCuttableNetwork();
    await withBus(async (bus) => {
      const reader = createRecorder();
      await bus.subscribe({ topic, group, concurrency: 8 }, reader.handler);
      const acknowledged: string[] = [];
      for (const value of numbered(200)) {
        const published = bus.publish(messagesOf(topic, [value]));
        if (Number(value) % 20 === 10) {
          await new Promise(setImmediate);
          network.cut();
          network.restore();
        }
        await published.then(
          () => acknowledged.push(value),
          () => until(() => bus.isAvailable()),
        );
      }
      expect(acknowledged.length).toBeGreaterThan(100);
      await until(() => new Set(reader.values()).isSupersetOf(new Set(acknowledged)));
    }, network);
  });

  it("aborts handlers of a revoked partition, and keeps the others running", async () => {
    const topic = await newTopic(4);
    await withBus(async (first) => {
      const held = new Map<string, AbortSignal>();
      await first.subscribe({ topic, group, concurrency: 100 }, ({ value }, signal) => {
        held.set(value, signal);
        return new Promise(() => undefined);
      });
      await first.publish(messagesOf(topic, numbered(40), (value) => value));
      await until(() => held.size === 40);
      await withBus(async (second) => {
        const reader = createRecorder();
        await second.subscribe({ topic, group, concurrency: 100 }, reader.handler);
        const aborted = () => [...held].filter(([, signal]) => signal.aborted).map(([value]) => value);
        await until(() => aborted().length > 0 && reader.seen.length === aborted().length);
        expect(reader.values().sort()).toEqual(aborted().sort());
        expect(aborted().length).toBeLessThan(40);
      });
    });
  });

  /** A slow receipt in flight must not delay all receipts queued behind it. */
  it("releases its partitions when it closes, and finishes its messages in flight", async () => {
    const topic = await newTopic(1);
    await withBus(async (leaver) => {
      const gate = Promise.withResolvers<void>();
      let wasAborted: boolean | undefined;
      let started = false;
      const leaving = await leaver.subscribe({ topic, group, concurrency: 1 }, async (_message, signal) => {
        started = true;
        await gate.promise;
        wasAborted = signal.aborted;
      });
      await leaver.publish(messagesOf(topic, ["slow"]));
      await until(() => started);
      await withBus(async (successor) => {
        const reader = createRecorder();
        await successor.subscribe({ topic, group, concurrency: 8 }, reader.handler);
        let isClosed = false;
        const closing = leaving.close({ drainMs: 60_000 }).then(() => {
          isClosed = true;
        });
        await successor.publish(messagesOf(topic, ["next"]));
        await until(() => reader.values().includes("next"));
        expect(isClosed).toBe(false);
        gate.resolve();
        await closing;
        expect(wasAborted).toBe(false);
      });
    });
  });

  it("keeps its place in the group while a handler takes longer than the session", async () => {
    const topic = await newTopic(1);
    await withBus(async (bus) => {
      const gate = Promise.withResolvers<void>();
      const attempts: number[] = [];
      await bus.subscribe({ topic, group, concurrency: 1 }, async ({ attempt }, signal) => {
        attempts.push(attempt);
        setTimeout(gate.resolve, 8_000);
        await gate.promise;
        if (signal.aborted) attempts.push(-1);
      });
      await bus.publish(messagesOf(topic, ["slow"]));
      await until(async () => attempts.length > 0 && (await bus.lag(topic, group)) === 0);
      expect(attempts).toEqual([1]);
    });
  });
});

describe("npm run dead-letters", () => {
  const kafka = createKafkaClient({ connection: connectionUnderTest(), log: testLog });
  const list = (topic: string, show: (deadLetter: DeadLetterSummary) => void) =>
    listDeadLetters({ kafka, topic, prefix: "" }, show);

  it("lists dead letters without changes, then replays each once, unchanged", async () => {
    const topic = await newTopic();
    await makeTopic(deadLetterTopicOf(topic), 1);
    await withBus(async (bus) => {
      const headers = { "x-request-id": "r-1", traceparent: "00-t" };
      const original = { topic, key: "k", value: "v", headers, attempt: 1 };
      await bus.publish([toDeadLetter(original, group, "unreadable: not JSON")]);
      for (let twice = 0; twice < 2; twice += 1) {
        const listed: DeadLetterSummary[] = [];
        expect(await list(topic, (deadLetter) => listed.push(deadLetter))).toBe(1);
        const reason = "unreadable: not JSON";
        expect(listed).toEqual([{ requestId: "r-1", reason, group, originalTopic: topic }]);
      }
      expect(await replayDeadLetters(bus, topic, testLog)).toBe(1);
      expect(await replayDeadLetters(bus, topic, testLog)).toBe(0);
      const reader = createRecorder();
      await bus.subscribe({ topic, group, concurrency: 1 }, reader.handler);
      await until(() => reader.seen.length === 1);
      expect(reader.seen).toEqual([original]);
    });
  });

  it("stores the start of a message that is as long as the bus takes, and does not replay it", async () => {
    const topic = await newTopic();
    await makeTopic(deadLetterTopicOf(topic), 1);
    await withBus(async (bus) => {
      const longest = { topic, key: "k", value: "x".repeat(899_800), headers: {}, attempt: 1 };
      await bus.publish([longest]);
      await bus.publish([toDeadLetter(longest, group, "unreadable: not JSON")]);
      expect(await list(topic, () => undefined)).toBe(1);
      expect(await replayDeadLetters(bus, topic, testLog)).toBe(0);
    });
  });

  it("lists 1,500 dead letters, not only the first batch", async () => {
    const topic = await newTopic();
    await makeTopic(deadLetterTopicOf(topic), 1);
    await withBus(async (bus) => {
      const messages = numbered(1_500).map((value) => ({
        topic,
        key: "k",
        value,
        headers: { "x-request-id": value },
      }));
      await bus.publish(
        messages.map((deadLetter) => toDeadLetter({ ...deadLetter, attempt: 1 }, group, "no such request")),
      );
      const listed: (string | undefined)[] = [];
      expect(await list(topic, ({ requestId }) => listed.push(requestId))).toBe(1_500);
      expect(new Set(listed).size).toBe(1_500);
    });
  });

  /** Kafka forgets the offsets of a group without members: what they covered must be gone by then. */
  it("deletes dead letters that were discarded, so that nothing brings them back", async () => {
    const topic = await newTopic();
    const deadLetters = deadLetterTopicOf(topic);
    await makeTopic(deadLetters, 1);
    const kafka = createKafkaClient({ connection: connectionUnderTest(), log: testLog });
    await withBus(async (bus) => {
      const letter = { topic, key: "k", value: "v", headers: {}, attempt: 1 };
      await bus.publish([toDeadLetter(letter, group, "why"), toDeadLetter(letter, group, "why")]);
      expect(await discardDeadLetters(bus, topic)).toBe(2);
    });
    await deleteFinished({ kafka, topic, prefix: "" });
    await withBus(async (bus) => {
      await until(async () => (await bus.lag(deadLetters, "a group that has read nothing")) === 0);
    });
  });
});
