import { settlesWithin } from "@receipts/service-kit";
import type { IHeaders, KafkaMessage } from "kafkajs";
import type { IncomingMessage, MessageHandler } from "../message-bus.ts";
import type { RetryDelayMs } from "../retry-delay.ts";
import {
  createPartitionProgress,
  type FetchedMessage,
  type PartitionProgress,
} from "./partition-progress.ts";

/** Handed out behind an unfinished message, at most; then its partition waits. */
const maxOutOfOrder = 1_000;

export interface InFlightWindowDeps {
  readonly topic: string;
  readonly concurrency: number;
  readonly handler: MessageHandler;
  readonly retryDelayMs: RetryDelayMs;
  /** There is more to commit, or place for more. */
  onProgress(): void;
}

/** What this subscriber holds: hands it out up to the concurrency, over all partitions. */
export interface InFlightWindow {
  add(partition: number, messages: readonly KafkaMessage[]): void;
  /** Keeps these partitions and takes the others away. */
  keepOnly(partitions: readonly number[]): void;
  partitions(): Iterable<PartitionProgress>;
  /** Enough is waiting that no more need be fetched now. */
  isFull(): boolean;
  /** Hands out nothing more; resolves when nothing is in flight, or after `drainMs`. */
  drain(drainMs: number): Promise<void>;
}

export function createInFlightWindow(deps: InFlightWindowDeps): InFlightWindow {
  const { topic, concurrency } = deps;
  const mostBuffered = Math.max(concurrency, 500);
  const partitions = new Map<number, PartitionProgress>();
  let inTurn: PartitionProgress[] = [];
  let turn = 0;
  const retries: FetchedMessage[] = [];
  let inFlight = 0;
  let draining = false;
  const drained = Promise.withResolvers<void>();

  function nextMessage(): FetchedMessage | undefined {
    for (let retry = retries.shift(); retry !== undefined; retry = retries.shift()) {
      if (!retry.partition.isRevoked) return retry;
    }
    for (let tried = 0; tried < inTurn.length; tried += 1) {
      turn = (turn + 1) % inTurn.length;
      const message = inTurn[turn]?.takeNext();
      if (message !== undefined) return message;
    }
    return undefined;
  }

  function dispatch(): void {
    while (!draining && inFlight < concurrency) {
      const message = nextMessage();
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
      // Why a handler was not content is its own to report.
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
      retries.push(fetched);
      dispatch();
    }, deps.retryDelayMs(fetched.attempt));
  }

  /** Whoever gets the partition next starts at the oldest of these. */
  function revoke(progress: PartitionProgress): void {
    progress.isRevoked = true;
    for (const held of progress.held()) {
      clearTimeout(held.retryTimer);
      if (held.controller === undefined) continue;
      const { controller } = held;
      held.controller = undefined; // the late answer counts for nothing
      inFlight -= 1;
      controller.abort();
    }
    partitions.delete(progress.partition);
  }

  function keepOnly(kept: readonly number[]): void {
    for (const progress of [...partitions.values()]) {
      if (!kept.includes(progress.partition)) revoke(progress);
    }
    inTurn = [...partitions.values()];
    dispatch();
  }

  return {
    add(partition, messages) {
      const first = messages[0];
      if (first === undefined || draining) return;
      const known = partitions.get(partition);
      // Not where we left off: the topic was made anew, or others were here in between.
      if (known !== undefined && Number(first.offset) < known.fetchedUpTo()) revoke(known);
      let progress = partitions.get(partition);
      if (progress === undefined) {
        progress = createPartitionProgress(partition, Number(first.offset), maxOutOfOrder);
        partitions.set(partition, progress);
        inTurn = [...partitions.values()];
      }
      progress.add(messages);
      dispatch();
    },
    keepOnly,
    partitions: () => partitions.values(),
    isFull() {
      let buffered = 0;
      for (const progress of partitions.values()) {
        if (!progress.isTooFarAhead()) buffered += progress.buffered();
      }
      return buffered >= mostBuffered;
    },
    async drain(drainMs) {
      draining = true;
      for (const { held } of partitions.values()) {
        for (const { retryTimer } of held()) clearTimeout(retryTimer);
      }
      if (inFlight > 0) await settlesWithin(drained.promise, drainMs);
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

/** As text: what our messages have is text. */
export function toHeaders(headers: IHeaders | undefined): Readonly<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    const first = Array.isArray(value) ? value[0] : value; // a name twice: no sender of ours does that
    result[name] = first?.toString() ?? "";
  }
  return result;
}
