import type { Message, TopicMessages } from "kafkajs";
import { BusUnavailable, type OutgoingMessage } from "../message-bus.ts";

/**
 * Messages that come soon after a send wait this long for company: single sends saturate near 1,000 a second, collected ones
 * do not. After a longer silence nobody is to be expected, and a message goes with what was published in the same turn.
 */
const lingerMs = 2;
const silenceMs = 10;
/** A broker refuses a partition's part of a request above 1 MiB (`message.max.bytes`); all may go to one. */
const mostBytesInSend = 900_000;
const mostMessagesInSend = 5_000;
/** What waits for the broker is bounded; the sender's outbox holds the rest. */
const mostBytesWaiting = 64 * 1024 * 1024;
/** A refusal takes the client a second of retries; a topic that has had one does not hold up the others again so soon. */
const refusedForMs = 5_000;
/** Record, batch and header framing, generously. */
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
  readonly call: PublishCall;
}

export interface SendBatcher {
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Rejects all that waits. */
  rejectWaiting(error: Error): void;
  /** Resolves when nothing waits or is under way. */
  idle(): Promise<void>;
}

/** Puts the messages of many callers into few requests, one under way at a time, in the order of publishing. */
export function createSendBatcher(deps: {
  send(batch: TopicMessages[]): Promise<void>;
  /** Whether the broker cannot be reached: then all of the batch fails, and is not tried topic by topic. */
  isOutage(error: unknown): boolean;
}): SendBatcher {
  let waiting: Waiting[] = [];
  let bytesWaiting = 0;
  let sending = false;
  let timer: NodeJS.Timeout | undefined;
  let lastSentAt = Number.NEGATIVE_INFINITY;
  /** By topic, until when (monotonic ms). */
  const refused = new Map<string, number>();
  let becameIdle = Promise.withResolvers<void>();

  function schedule(): void {
    if (sending) return; // its end looks for more
    if (bytesWaiting >= mostBytesInSend || waiting.length >= mostMessagesInSend) void sendAll();
    else if (performance.now() - lastSentAt > silenceMs) setImmediate(() => void sendAll());
    else timer ??= setTimeout(() => void sendAll(), lingerMs);
  }

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (sending) return;
    sending = true;
    while (waiting.length > 0) await sendAndSettle(takeNext());
    lastSentAt = performance.now();
    sending = false;
    becameIdle.resolve();
    becameIdle = Promise.withResolvers<void>();
  }

  function takeNext(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { bytes: more } of waiting) {
      if (count > 0 && (bytes + more > mostBytesInSend || count >= mostMessagesInSend)) break;
      bytes += more;
      count += 1;
    }
    const taken = waiting.slice(0, count);
    waiting = waiting.slice(count);
    bytesWaiting -= bytes;
    return taken;
  }

  /** A topic that is missing must not fail what goes to another, so after a refusal each goes by itself. */
  async function sendAndSettle(batch: readonly Waiting[]): Promise<void> {
    const byTopic = Map.groupBy(batch, ({ topic }) => topic);
    const error = await attempt(byTopic);
    if (error === undefined || deps.isOutage(error)) return resolveCalls(batch, error);
    if (byTopic.size > 1) {
      for (const part of byTopic.values()) await sendAndSettle(part);
      return;
    }
    for (const topic of byTopic.keys()) refused.set(topic, performance.now() + refusedForMs);
    resolveCalls(batch, error);
  }

  function isRefused(topic: string): boolean {
    const until = refused.get(topic);
    if (until === undefined || performance.now() < until) return until !== undefined;
    return !refused.delete(topic);
  }

  async function attempt(byTopic: ReadonlyMap<string, readonly Waiting[]>): Promise<unknown> {
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
        if (isRefused(message.topic)) {
          return Promise.reject(new BusUnavailable(`the broker refuses what goes to ${message.topic}`));
        }
        if (bytes > mostBytesInSend) {
          return Promise.reject(new RangeError(`a message to ${message.topic} has ${bytes} bytes: too many`));
        }
      }
      if (bytesWaiting >= mostBytesWaiting) {
        return Promise.reject(new BusUnavailable("too much waits for the broker already"));
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const call = { unsent: messages.length, resolve, reject };
      for (const { message, bytes } of sized) {
        waiting.push({ topic: message.topic, message: toKafka(message), bytes, call });
        bytesWaiting += bytes;
      }
      schedule();
      return promise;
    },
    rejectWaiting(error) {
      const rejected = waiting;
      waiting = [];
      bytesWaiting = 0;
      for (const { call } of rejected) call.reject(error);
    },
    async idle() {
      if (sending || waiting.length > 0) await becameIdle.promise;
    },
  };
}

function resolveCalls(batch: readonly Waiting[], error: unknown): void {
  for (const { call } of batch) {
    if (error !== undefined) {
      call.reject(new BusUnavailable("the broker did not take it", { cause: error }));
    } else if (--call.unsent === 0) call.resolve();
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
