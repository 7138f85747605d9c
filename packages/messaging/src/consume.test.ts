import { until } from "./conformance/bus-under-test.ts";
import { type ConsumeOptions, consume } from "./consume.ts";
import { MessageUndeliverable } from "./disposition.ts";
import { createMemoryMessageBus, type MemoryMessageBus } from "./memory/memory-message-bus.ts";
import { BusUnavailable, type IncomingMessage } from "./message-bus.ts";
import { encodeMessage } from "./topic.ts";
import { verificationRequested } from "./topics.ts";

const topicName = verificationRequested.name("cbe");
const group = "verifier-cbe";

type Data = { verificationId: string; receiptKey: string };

function aRequest(verificationId: string, headers: Record<string, string> = {}) {
  const data = { verificationId, receiptKey: "receipt-1" };
  return encodeMessage(verificationRequested, { topicName, requestId: "req_1", data, headers });
}

function startConsuming(bus: Parameters<typeof consume>[0], change: Partial<ConsumeOptions<Data>> = {}) {
  return consume(bus, {
    topic: verificationRequested,
    topicName,
    group,
    concurrency: 2,
    handle: async () => {},
    ...change,
  });
}

async function allFinished(bus: MemoryMessageBus) {
  await until(async () => (await bus.lag(topicName, group)) === 0);
}

async function deadLetters(bus: MemoryMessageBus): Promise<IncomingMessage[]> {
  const topic = `${topicName}.dead-letter`;
  const seen: IncomingMessage[] = [];
  await bus.subscribe(
    { topic, group: "operators", concurrency: 1 },
    async (message) => void seen.push(message),
  );
  await until(async () => (await bus.lag(topic, "operators")) === 0);
  return seen;
}

describe("consuming a topic", () => {
  let bus: MemoryMessageBus;
  beforeEach(() => {
    bus = createMemoryMessageBus({ retryDelayMs: () => 1 });
  });
  afterEach(() => bus.close({ drainMs: 0 }));

  it("gives the handler the data, the request id and the trace", async () => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const seen: unknown[] = [];
    await bus.publish([aRequest("v1", { traceparent })]);
    await startConsuming(bus, {
      handle: async ({ data, requestId }, context) => {
        seen.push({ data, requestId, traceparent: context.traceparent });
      },
    });
    await allFinished(bus);
    const data = { verificationId: "v1", receiptKey: "receipt-1" };
    expect(seen).toEqual([{ data, requestId: "req_1", traceparent }]);
  });

  it("moves an unreadable message unchanged to the dead-letter topic, and continues", async () => {
    const handled: string[] = [];
    const broken = { topic: topicName, key: "k", value: "{", headers: { "x-request-id": "req_7" } };
    await bus.publish([broken, aRequest("v1")]);
    await startConsuming(bus, { handle: async ({ data }) => void handled.push(data.verificationId) });
    await allFinished(bus);
    expect(handled).toEqual(["v1"]);
    expect(await deadLetters(bus)).toMatchObject([
      {
        key: "k",
        value: "{",
        headers: {
          "x-request-id": "req_7",
          "x-dead-letter-reason": "unreadable: not JSON",
          "x-original-topic": topicName,
          "x-dead-letter-group": group,
        },
      },
    ]);
  });

  /** With the headers of a dead letter it would pass the limit of the bus, and be redelivered for ever. */
  it("moves the start of a message near the size limit, and continues", async () => {
    const handled: string[] = [];
    const headers = { "x-request-id": "req_7" };
    await bus.publish([{ topic: topicName, key: "k", value: "x".repeat(899_000), headers }, aRequest("v1")]);
    await startConsuming(bus, { handle: async ({ data }) => void handled.push(data.verificationId) });
    await allFinished(bus);
    expect(handled).toEqual(["v1"]);
    const [letter] = await deadLetters(bus);
    expect(letter).toMatchObject({ value: "x".repeat(10_000), headers: { "x-original-topic": topicName } });
    expect(Number(letter?.headers["x-dead-letter-cut"])).toBeGreaterThan(899_000);
  });

  it("moves an undeliverable message to the dead-letter topic", async () => {
    await bus.publish([aRequest("v1")]);
    await startConsuming(bus, {
      handle: async () => {
        throw new MessageUndeliverable("no such verification");
      },
    });
    await allFinished(bus);
    const [deadLetter] = await deadLetters(bus);
    expect(deadLetter?.headers["x-dead-letter-reason"]).toBe("undeliverable: no such verification");
  });

  /** If it were acknowledged before, the message would be lost. */
  it("keeps an unreadable message until the dead-letter topic has stored it", async () => {
    let refusals = 0;
    const flaky = {
      subscribe: bus.subscribe,
      publish: async (messages: Parameters<typeof bus.publish>[0]) => {
        refusals += 1;
        if (refusals <= 2) throw new BusUnavailable("down");
        await bus.publish(messages);
      },
    };
    await bus.publish([{ topic: topicName, key: "k", value: "{" }]);
    await startConsuming(flaky);
    await allFinished(bus);
    expect(refusals).toBe(3);
    expect(await deadLetters(bus)).toHaveLength(1);
  });

  it("hands a message back, without a dead letter, when its handler fails", async () => {
    let attempts = 0;
    const warnings: unknown[] = [];
    const failure = new Error("the database is down");
    await bus.publish([aRequest("v1")]);
    await startConsuming(bus, {
      log: { warn: (event, fields) => warnings.push({ event, ...fields }) },
      handle: async () => {
        attempts += 1;
        if (attempts < 3) throw failure;
      },
    });
    await allFinished(bus);
    expect(attempts).toBe(3);
    expect(await deadLetters(bus)).toEqual([]);
    expect(warnings[0]).toEqual({
      event: "message.handed_back",
      topic: topicName,
      group,
      requestId: "req_1",
      attempt: 1,
      reason: "handler_failed",
      error: failure,
    });
  });

  it("logs nothing for revoked messages: a partition may have thousands", async () => {
    const warnings: unknown[] = [];
    const handled: string[] = [];
    const revoked = AbortSignal.abort();
    const bare: Parameters<typeof consume>[0] = {
      publish: bus.publish,
      subscribe: async (options, handler) => {
        return await bus.subscribe(options, (message) =>
          handler(message, message.attempt === 1 ? revoked : new AbortController().signal),
        );
      },
    };
    await bus.publish([aRequest("v1")]);
    await startConsuming(bare, {
      log: { warn: (event) => warnings.push(event) },
      handle: async ({ data }, { signal }) => {
        signal.throwIfAborted();
        handled.push(data.verificationId);
      },
    });
    await allFinished(bus);
    expect({ handled, warnings }).toEqual({ handled: ["v1"], warnings: [] });
  });

  it("hands a newer version back with a warning for a newer pod, and continues with others", async () => {
    const newer = { ...aRequest("v9"), value: JSON.stringify({ version: 2, shape: "unknown here" }) };
    const reported: string[] = [];
    const handled: string[] = [];
    await bus.publish([newer, aRequest("v1")]);
    const old = await startConsuming(bus, {
      handle: async ({ data }) => void handled.push(data.verificationId),
      log: { warn: (event, fields) => void reported.push(`${event} ${fields?.["version"]}`) },
    });
    await until(() => reported.length >= 3 && handled.length >= 1);
    await old.close();
    expect(new Set(reported)).toEqual(new Set(["message.handed_back 2"]));
    expect(await bus.lag(topicName, group)).toBe(1);
    expect(await deadLetters(bus)).toEqual([]);

    const readByNewerPod: string[] = [];
    await bus.subscribe({ topic: topicName, group, concurrency: 1 }, async ({ value }) => {
      readByNewerPod.push(value);
    });
    await allFinished(bus);
    expect(readByNewerPod).toEqual([newer.value]);
  });

  it("aborts the handler's signal when its message is revoked", async () => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    await bus.publish([aRequest("v1")]);
    const subscription = await startConsuming(bus, {
      handle: async (_envelope, { signal }) => {
        signal.addEventListener("abort", () => aborted.resolve());
        started.resolve();
        await aborted.promise;
      },
    });
    await started.promise;
    await subscription.close({ drainMs: 0 });
    await aborted.promise;
    expect(await bus.lag(topicName, group)).toBe(1);
  });
});
