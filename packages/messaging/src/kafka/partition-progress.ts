import type { KafkaMessage } from "kafkajs";

/** One message that has been fetched and is not committed yet. */
export interface FetchedMessage {
  readonly partition: PartitionProgress;
  readonly offset: number;
  readonly message: KafkaMessage;
  attempt: number;
  done: boolean;
  /** Present while a handler has it. */
  controller: AbortController | undefined;
  retryTimer: NodeJS.Timeout | undefined;
}

/** What of one partition has been fetched, handed out, and finished. */
export interface PartitionProgress {
  readonly partition: number;
  readonly startedAt: number;
  add(messages: readonly KafkaMessage[]): void;
  /** The next message that nobody has been handed, in order; undefined too when it is too far ahead. */
  takeNext(): FetchedMessage | undefined;
  finish(message: FetchedMessage): void;
  /** Everything before it is finished: what may be committed. */
  committableOffset(): number;
  /** Where fetching goes on. */
  fetchedUpTo(): number;
  /** Fetched, and handed to nobody yet. */
  buffered(): number;
  /** So much is finished behind an unfinished message that nothing more is handed out until that moves. */
  isTooFarAhead(): boolean;
  /** All that is not committed yet, oldest first. */
  held(): readonly FetchedMessage[];
  /** Retries of a partition that was taken away come to nothing. */
  isRevoked: boolean;
}

/**
 * Offsets may have gaps (compaction, transactions), so progress is kept by place in line and not by offset. What is
 * finished behind an unfinished message is repeated after a crash: `mostAhead` bounds how much that can be.
 */
export function createPartitionProgress(
  partition: number,
  firstOffset: number,
  mostAhead: number,
): PartitionProgress {
  let line: FetchedMessage[] = [];
  let head = 0; // first that is not finished
  let next = 0; // first that was handed to nobody
  let fetchedUpTo = firstOffset;

  function forgetFinished(): void {
    while (line[head]?.done === true) head += 1;
    // Copied only once half is dead, so that forgetting costs a constant for each message.
    if (head < 1_024 || head * 2 < line.length) return;
    line = line.slice(head);
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
        line.push({
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
      if (next - head >= mostAhead) return undefined;
      const taken = line[next];
      if (taken !== undefined) next += 1;
      return taken;
    },
    finish(message) {
      message.done = true;
      forgetFinished();
    },
    committableOffset: () => line[head]?.offset ?? fetchedUpTo,
    fetchedUpTo: () => fetchedUpTo,
    buffered: () => line.length - next,
    isTooFarAhead: () => next - head >= mostAhead,
    held: () => line.slice(head, next).filter(({ done }) => !done),
  };
  return progress;
}
