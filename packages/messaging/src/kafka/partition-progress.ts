import type { KafkaMessage } from "kafkajs";

/** A message that is fetched but not committed. */
export interface FetchedMessage {
  readonly partition: PartitionProgress;
  readonly offset: number;
  readonly message: KafkaMessage;
  attempt: number;
  done: boolean;
  /** Set while a handler runs. */
  controller: AbortController | undefined;
  retryTimer: NodeJS.Timeout | undefined;
}

/** Tracks fetched, dispatched and finished messages of one partition. */
export interface PartitionProgress {
  readonly partition: number;
  readonly startedAt: number;
  add(messages: readonly KafkaMessage[]): void;
  /** Returns the next message to dispatch; undefined if there is none or the partition is too far ahead. */
  takeNext(): FetchedMessage | undefined;
  finish(message: FetchedMessage): void;
  /** All messages before this offset are finished. */
  committableOffset(): number;
  /** Offset where fetching continues. */
  fetchedUpTo(): number;
  /** Number of messages fetched but not dispatched. */
  buffered(): number;
  /**
   * True if `maxOutOfOrder` messages are dispatched behind an unfinished one: nothing more is dispatched until it ends.
   */
  isTooFarAhead(): boolean;
  /** Dispatched messages that are not finished, oldest first. */
  unfinished(): readonly FetchedMessage[];
  /** Retries of a revoked partition are dropped. */
  isRevoked: boolean;
}

/**
 * Tracks position, not offset: offsets have gaps (compaction, transactions). A crash repeats messages finished behind
 * an unfinished one, at most `maxOutOfOrder`.
 */
export function createPartitionProgress(
  partition: number,
  firstOffset: number,
  maxOutOfOrder: number,
): PartitionProgress {
  let entries: FetchedMessage[] = [];
  let head = 0; // first unfinished entry
  let next = 0; // first entry not dispatched
  let fetchedUpTo = firstOffset;

  function dropFinished(): void {
    while (entries[head]?.done === true) head += 1;
    // Copied only when half is finished, so that dropping has a constant cost per message.
    if (head < 1_024 || head * 2 < entries.length) return;
    entries = entries.slice(head);
    next -= head;
    head = 0;
  }

  const progress: PartitionProgress = {
    partition,
    startedAt: firstOffset,
    isRevoked: false,
    add(messages) {
      for (const message of messages) {
        const offset = Number(message.offset);
        entries.push({
          partition: progress,
          offset,
          message,
          attempt: 0,
          done: false,
          controller: undefined,
          retryTimer: undefined,
        });
        fetchedUpTo = offset + 1;
      }
    },
    takeNext() {
      if (next - head >= maxOutOfOrder) return undefined;
      const entry = entries[next];
      if (entry !== undefined) next += 1;
      return entry;
    },
    finish(message) {
      message.done = true;
      dropFinished();
    },
    committableOffset: () => entries[head]?.offset ?? fetchedUpTo,
    fetchedUpTo: () => fetchedUpTo,
    buffered: () => entries.length - next,
    isTooFarAhead: () => next - head >= maxOutOfOrder,
    unfinished: () => entries.slice(head, next).filter(({ done }) => !done),
  };
  return progress;
}
