import { settlesWithin } from "@receipts/service-kit";
import type { IHeaders, KafkaMessage } from "kafkajs";
import type { IncomingMessage, MessageHandler } from "../message-bus.ts";
import type { RetryDelayMs } from "../retry-delay.ts";
import {
  createPartitionProgress,
  type FetchedMessage,
  type PartitionProgress,
} from "./partition-progress.ts";

/**
 * The least number of messages that are dispatched behind an unfinished one; then its partition waits. At least as many as
 * may be at work: subscribers who share among accounts must see those behind many of one account.
 */
const LEAST_OUT_OF_ORDER = 1_000;

export interface InFlightWindowDeps {
  readonly topic: string;
  readonly concurrency: number;
  readonly handler: MessageHandler;
  readonly retryDelayMs: RetryDelayMs;
  /** A message finished: there may be offsets to commit, or a free slot. */
  onProgress(): void;
}

/** Fetched messages of this subscriber. Dispatches up to the concurrency, over all partitions. */
export interface InFlightWindow {
  add(partition: number, messages: readonly KafkaMessage[]): void;
  /** Revokes all other partitions. */
  keepOnly(partitions: readonly number[]): void;
  partitions(): Iterable<PartitionProgress>;
  /** Enough messages wait: nothing more needs to be fetched now. */
  isFull(): boolean;
  /** Stops dispatching. Resolves when nothing is in flight, or after `drainMs`. */
  drain(drainMs: number): Promise<void>;
}

export function createInFlightWindow(deps: InFlightWindowDeps): InFlightWindow {
  const { topic, concurrency } = deps;
  const maxBuffered = Math.max(concurrency, 500);
  const maxOutOfOrder = Math.max(concurrency, LEAST_OUT_OF_ORDER);
  const partitions = new Map<number, PartitionProgress>();
  const turns = createTurns();
  let inFlight = 0;
  let draining = false;
  const drained = Promise.withResolvers<void>();

  function dispatch(): void {
    while (!draining && inFlight < concurrency) {
      const message = turns.next();
      if (message === undefined) return;
      start(message);
    }
  }

  function start(fetched: FetchedMessage): void {
    inFlight += 1;
    fetched.attempt += 1;
    const controller = new AbortController();
    fetched.controller = controller;
    const ended = (done: boolean) => {
      if (fetched.controller === controller) onHandlerDone(fetched, done);
    };
    try {
      // Handlers report their own errors.
      deps.handler(toIncoming(topic, fetched), controller.signal).then(
        () => ended(true),
        () => ended(false),
      );
    } catch {
      queueMicrotask(() => ended(false));
    }
  }

  function onHandlerDone(fetched: FetchedMessage, done: boolean): void {
    fetched.controller = undefined;
    inFlight -= 1;
    if (done) fetched.partition.finish(fetched);
    else if (!draining) retryLater(fetched);
    if (draining && inFlight === 0) drained.resolve();
    dispatch();
    if (done) deps.onProgress();
  }

  function retryLater(fetched: FetchedMessage): void {
    fetched.retryTimer = setTimeout(() => {
      fetched.retryTimer = undefined;
      turns.retry(fetched);
      dispatch();
    }, deps.retryDelayMs(fetched.attempt));
  }

  /** The next owner of the partition starts at the oldest unfinished message. */
  function revoke(progress: PartitionProgress): void {
    inFlight -= abandon(progress);
    partitions.delete(progress.partition);
  }

  function keepOnly(assigned: readonly number[]): void {
    for (const progress of [...partitions.values()]) {
      if (!assigned.includes(progress.partition)) revoke(progress);
    }
    turns.share(partitions.values());
    dispatch();
  }

  return {
    add(partition, messages) {
      const first = messages[0];
      if (first === undefined || draining) return;
      const known = partitions.get(partition);
      // An earlier offset: the topic was created again, or another member had the partition in between.
      if (known !== undefined && Number(first.offset) < known.fetchedUpTo()) revoke(known);
      let progress = partitions.get(partition);
      if (progress === undefined) {
        progress = createPartitionProgress(partition, Number(first.offset), maxOutOfOrder);
        partitions.set(partition, progress);
        turns.share(partitions.values());
      }
      progress.add(messages);
      dispatch();
    },
    keepOnly,
    partitions: () => partitions.values(),
    isFull: () => bufferedIn(partitions.values()) >= maxBuffered,
    async drain(drainMs) {
      draining = true;
      for (const progress of partitions.values()) {
        for (const { retryTimer } of progress.unfinished()) clearTimeout(retryTimer);
      }
      if (inFlight > 0) await settlesWithin(drained.promise, drainMs);
    },
  };
}

/** Messages that can be dispatched. */
function bufferedIn(partitions: Iterable<PartitionProgress>): number {
  let buffered = 0;
  for (const progress of partitions) if (!progress.isTooFarAhead()) buffered += progress.buffered();
  return buffered;
}

/** Ends the work on a partition. Returns how many messages were in flight. */
function abandon(progress: PartitionProgress): number {
  progress.isRevoked = true;
  let aborted = 0;
  for (const pending of progress.unfinished()) {
    clearTimeout(pending.retryTimer);
    if (pending.controller === undefined) continue;
    const { controller } = pending;
    pending.controller = undefined; // a late result is ignored
    aborted += 1;
    controller.abort();
  }
  return aborted;
}

/** Retries first, then the partitions in turn. */
function createTurns() {
  const retries: FetchedMessage[] = [];
  let rotation: readonly PartitionProgress[] = [];
  let lastIndex = 0;
  return {
    retry: (fetched: FetchedMessage) => retries.push(fetched),
    share(partitions: Iterable<PartitionProgress>): void {
      rotation = [...partitions];
    },
    next(): FetchedMessage | undefined {
      for (let retry = retries.shift(); retry !== undefined; retry = retries.shift()) {
        if (!retry.partition.isRevoked) return retry;
      }
      for (let tried = 0; tried < rotation.length; tried += 1) {
        lastIndex = (lastIndex + 1) % rotation.length;
        const message = rotation[lastIndex]?.takeNext();
        if (message !== undefined) return message;
      }
      return undefined;
    },
  };
}

function toIncoming(topic: string, { message, attempt }: FetchedMessage): IncomingMessage {
  return {
    topic,
    key: message.key?.toString() ?? "",
    value: message.value?.toString() ?? "",
    headers: toHeaders(message.headers),
    attempt,
  };
}

/** As text: all our headers are text. */
export function toHeaders(headers: IHeaders | undefined): Readonly<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    const first = Array.isArray(value) ? value[0] : value; // none of our senders repeats a name
    result[name] = first?.toString() ?? "";
  }
  return result;
}
