import type { TopicPartitionOffsetAndMetadata } from "kafkajs";
import type { PartitionProgress } from "./partition-progress.ts";

/** Finished messages are committed together; the lag trails by this much. */
const commitEveryMs = 100;

export interface OffsetCommitter {
  /** Commits within 100 ms. */
  schedule(): void;
  /** Commits at once. A failed commit is retried by the next one. */
  commitNow(): Promise<void>;
  stop(): void;
}

/** Commits the contiguous prefix of finished messages of each partition. */
export function createOffsetCommitter(deps: {
  readonly topic: string;
  partitions(): Iterable<PartitionProgress>;
  commit(offsets: TopicPartitionOffsetAndMetadata[]): Promise<void>;
}): OffsetCommitter {
  const committed = new WeakMap<PartitionProgress, number>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let last = Promise.resolve(true);

  const committedOf = (progress: PartitionProgress) => committed.get(progress) ?? progress.startedAt;

  function schedule(): void {
    if (timer !== undefined || stopped) return;
    timer = setTimeout(() => {
      void commitNext().then((complete) => {
        timer = undefined;
        if (!complete) schedule();
      });
    }, commitEveryMs);
  }

  /** One after the other: a retried older commit must not undo a newer one. */
  function commitNext(): Promise<boolean> {
    last = last.then(commit);
    return last;
  }

  /** Returns true if all finished messages are committed. */
  async function commit(): Promise<boolean> {
    const moved = [...deps.partitions()]
      .map((progress) => ({ progress, offset: progress.committableOffset() }))
      .filter(({ progress, offset }) => offset > committedOf(progress));
    if (moved.length === 0) return true;
    try {
      await deps.commit(
        moved.map(({ progress: { partition }, offset }) => ({
          topic: deps.topic,
          partition,
          offset: String(offset),
        })),
      );
      for (const { progress, offset } of moved) committed.set(progress, offset);
      return [...deps.partitions()].every(
        (progress) => progress.committableOffset() <= committedOf(progress),
      );
    } catch {
      return false; // a rebalance or an outage: the messages stay finished
    }
  }

  return {
    schedule,
    commitNow: async () => void (await commitNext()),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
