import type { Message, TopicMessages } from "kafkajs";
import { BusUnavailable, type OutgoingMessage } from "../message-bus.ts";

/**
 * Messages published within `idleMs` after a send wait `lingerMs` for more: single sends saturate near 1,000 a second,
 * batches do not. After a longer pause a message is sent at once, with those published in the same tick.
 */
const lingerMs = 2;
const idleMs = 10;
/** A broker refuses more than 1 MiB per partition and request (`message.max.bytes`); all may go to one partition. */
const maxBytesPerSend = 900_000;
const maxMessagesPerSend = 5_000;
/** Limit of the send buffer; the sender's outbox keeps the rest. */
const maxBytesWaiting = 64 * 1024 * 1024;
/** A refusal costs a second of client retries, so a refused topic is not tried again for this long. */
const refusedForMs = 5_000;
/** Upper bound of record, batch and header framing. */
const framingBytes = 100;

interface PublishCall {
  unsent: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Waiting {
  readonly topic: string;
  readonly message: Message;
  readonly bytes: number;
  readonly publishCall: PublishCall;
}

export interface SendBatcher {
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Rejects all waiting messages. */
  rejectWaiting(error: Error): void;
  /** Resolves when nothing is waiting or being sent. */
  idle(): Promise<void>;
}

/** Combines messages of many callers into few requests, one at a time, in the order of publishing. */
export function createSendBatcher(deps: {
  send(batch: TopicMessages[]): Promise<void>;
  /** True if the broker cannot be reached: then the whole batch fails and is not retried topic by topic. */
  isOutage(error: unknown): boolean;
}): SendBatcher {
  let waiting: Waiting[] = [];
  let bytesWaiting = 0;
  let sending = false;
  let timer: NodeJS.Timeout | undefined;
  let lastSentAt = Number.NEGATIVE_INFINITY;
  const refusals = createRefusals();
  let becameIdle = Promise.withResolvers<void>();

  function schedule(): void {
    if (sending) return; // it continues until nothing waits
    if (bytesWaiting >= maxBytesPerSend || waiting.length >= maxMessagesPerSend) void sendAll();
    else if (performance.now() - lastSentAt > idleMs) setImmediate(() => void sendAll());
    else timer ??= setTimeout(() => void sendAll(), lingerMs);
  }

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (sending) return;
    sending = true;
    while (waiting.length > 0) await sendBatch(nextBatch());
    lastSentAt = performance.now();
    sending = false;
    becameIdle.resolve();
    becameIdle = Promise.withResolvers<void>();
  }

  function nextBatch(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { bytes: more } of waiting) {
      if (count > 0 && (bytes + more > maxBytesPerSend || count >= maxMessagesPerSend)) break;
      bytes += more;
      count += 1;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    bytesWaiting -= bytes;
    return batch;
  }

  /** A missing topic must not fail messages to others, so after a refusal each topic is sent alone. */
  async function sendBatch(batch: readonly Waiting[]): Promise<void> {
    const byTopic = Map.groupBy(batch, ({ topic }) => topic);
    const error = await trySend(byTopic);
    if (error === undefined || deps.isOutage(error)) return resolveCalls(batch, error);
    if (byTopic.size > 1) {
      for (const part of byTopic.values()) await sendBatch(part);
      return;
    }
    for (const topic of byTopic.keys()) refusals.add(topic);
    resolveCalls(batch, error);
  }

  async function trySend(byTopic: ReadonlyMap<string, readonly Waiting[]>): Promise<unknown> {
    try {
      await deps.send(
        [...byTopic].map(([topic, items]) => ({ topic, messages: items.map(({ message }) => message) })),
      );
      return undefined;
    } catch (error) {
      return error ?? new Error("unknown");
    }
  }

  return {
    publish(messages) {
      if (messages.length === 0) return Promise.resolve();
      const sized = messages.map((message) => ({ message, bytes: bytesOf(message) }));
      for (const { message, bytes } of sized) {
        const fault = refusals.faultOf(message.topic) ?? sizeFault(message.topic, bytes);
        if (fault !== undefined) return Promise.reject(fault);
      }
      if (bytesWaiting >= maxBytesWaiting) {
        return Promise.reject(new BusUnavailable("Kafka send buffer is full; retry later"));
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const publishCall = { unsent: messages.length, resolve, reject };
      for (const { message, bytes } of sized) {
        waiting.push({ topic: message.topic, message: toKafka(message), bytes, publishCall });
        bytesWaiting += bytes;
      }
      schedule();
      return promise;
    },
    rejectWaiting(error) {
      const rejected = waiting;
      waiting = [];
      bytesWaiting = 0;
      for (const { publishCall } of rejected) publishCall.reject(error);
    },
    async idle() {
      if (sending || waiting.length > 0) await becameIdle.promise;
    },
  };
}

/** Topics that the broker has just refused. */
function createRefusals() {
  /** End of the refusal by topic, in monotonic milliseconds. */
  const refused = new Map<string, number>();
  return {
    add: (topic: string) => refused.set(topic, performance.now() + refusedForMs),
    faultOf(topic: string): BusUnavailable | undefined {
      const until = refused.get(topic);
      if (until === undefined) return undefined;
      if (performance.now() < until) return new BusUnavailable(`the broker refuses messages to ${topic}`);
      refused.delete(topic);
      return undefined;
    },
  };
}

function sizeFault(topic: string, bytes: number): RangeError | undefined {
  if (bytes <= maxBytesPerSend) return undefined;
  return new RangeError(`a message to ${topic} has ${bytes} bytes; the limit is ${maxBytesPerSend}`);
}

function resolveCalls(batch: readonly Waiting[], error: unknown): void {
  for (const { publishCall } of batch) {
    if (error !== undefined) {
      publishCall.reject(new BusUnavailable("the broker did not accept the message", { cause: error }));
    } else if (--publishCall.unsent === 0) publishCall.resolve();
  }
}

function toKafka({ key, value, headers }: OutgoingMessage): Message {
  return { key, value, ...(headers !== undefined && { headers: { ...headers } }) };
}

function bytesOf({ key, value, headers }: OutgoingMessage): number {
  let bytes = framingBytes + Buffer.byteLength(key) + Buffer.byteLength(value);
  for (const name in headers) bytes += Buffer.byteLength(name) + Buffer.byteLength(headers[name] ?? "");
  return bytes;
}
