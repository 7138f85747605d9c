import type { KafkaMessage } from "kafkajs";
import { until } from "../conformance/bus-under-test.ts";
import type { IncomingMessage, MessageHandler } from "../message-bus.ts";
import { createInFlightWindow } from "./in-flight-window.ts";

const messages = (from: number, count: number): KafkaMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    offset: String(from + index),
    key: Buffer.from("k"),
    value: Buffer.from(String(from + index)),
    timestamp: "0",
    attributes: 0,
    headers: {},
  }));

function open(handler: MessageHandler, options: { concurrency?: number; retryDelayMs?: () => number } = {}) {
  return createInFlightWindow({
    topic: "t",
    concurrency: 4,
    handler,
    retryDelayMs: () => 1,
    onProgress: () => undefined,
    ...options,
  });
}

const positions = (window: ReturnType<typeof open>) =>
  Object.fromEntries([...window.partitions()].map((one) => [one.partition, one.committableOffset()]));

describe("the in-flight window", () => {
  it("commits only the contiguous prefix", async () => {
    const gates = new Map<string, () => void>();
    const window = open(({ value }) => new Promise((resolve) => gates.set(value, resolve)));
    window.add(0, messages(10, 4));
    await until(() => gates.size === 4);
    gates.get("11")?.();
    gates.get("13")?.();
    await new Promise(setImmediate);
    expect(positions(window)).toEqual({ 0: 10 });
    gates.get("10")?.();
    await until(() => positions(window)[0] === 12);
    gates.get("12")?.();
    await until(() => positions(window)[0] === 14);
  });

  it("hands out all of one partition that may be at work, so that none hides behind those of another account", async () => {
    const seen: string[] = [];
    const handler = ({ value }: IncomingMessage) => {
      seen.push(value);
      return new Promise<void>(() => undefined);
    };
    const window = open(handler, { concurrency: 5_000 });
    window.add(0, messages(0, 2_501));
    expect(seen).toHaveLength(2_501);
  });

  it("continues past a message that waits for its retry, up to 1,000 messages ahead", async () => {
    const seen: string[] = [];
    const handler = async ({ value }: IncomingMessage) => {
      if (value === "0") throw new Error("not now");
      seen.push(value);
    };
    const window = open(handler, { concurrency: 1, retryDelayMs: () => 3_600_000 });
    window.add(0, messages(0, 1_500));
    window.add(1, messages(5_000, 100));
    await until(() => seen.length === 999 + 100);
    const [first] = window.partitions();
    expect(first?.isTooFarAhead()).toBe(true);
    expect(first?.buffered()).toBe(500);
    expect(window.isFull()).toBe(false); // undispatchable messages must not stop other partitions
    expect(positions(window)).toEqual({ 0: 0, 1: 5_100 });
    window.keepOnly([]);
  });

  it("aborts the messages in flight of a revoked partition, and no others", async () => {
    const signals = new Map<string, AbortSignal>();
    const window = open(({ value }, signal) => {
      signals.set(value, signal);
      return new Promise(() => undefined);
    });
    window.add(0, messages(0, 2));
    window.add(1, messages(100, 3));
    await until(() => signals.size === 4);
    window.keepOnly([1]);
    expect([...signals].filter(([, { aborted }]) => aborted).map(([value]) => value)).toEqual(["0", "1"]);
    await until(() => signals.size === 5); // their slots are free again
    expect(positions(window)).toEqual({ 1: 100 });
    window.keepOnly([]);
  });

  it("restarts a partition that is fetched again from an earlier offset", async () => {
    const seen: string[] = [];
    const window = open(async ({ value }) => void seen.push(value), { concurrency: 1 });
    window.add(0, messages(500, 2));
    await until(() => seen.length === 2);
    window.add(0, messages(0, 2)); // the topic was created again
    await until(() => seen.length === 4);
    expect(seen).toEqual(["500", "501", "0", "1"]);
    expect(positions(window)).toEqual({ 0: 2 });
  });
});
