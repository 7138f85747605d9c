import type { TopicPartitionOffsetAndMetadata } from "kafkajs";
import type { PartitionProgress } from "./partition-progress.ts";

/** One commit for all that was finished meanwhile; lag trails by this much. */
const commitEveryMs = 100;

export interface OffsetCommitter {
  /** There may be something to commit soon. */
  schedule(): void;
  /** Commits at once; a failure is left to the next time. */
  commitNow(): Promise<void>;
  stop(): void;
}

/** Commits, for each partition, the contiguous prefix of what is finished. */
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

  /** One after the other: an older commit that is repeated must not undo a newer one. */
  function commitNext(): Promise<boolean> {
    last = last.then(commit);
    return last;
  }

  /** True when all that is finished is committed. */
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
      return false; // the group is on the move, or the broker is away: what was finished is so still
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
