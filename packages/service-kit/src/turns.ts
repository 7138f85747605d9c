export interface Turns {
  /**
   * Runs the task when its owner's turn comes. The task reports the CPU time that it takes. A task that still waits when
   * the signal is aborted rejects with its reason.
   */
  take<Result>(
    owner: string,
    task: (spend: (cpuMs: number) => void) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}

interface Waiting {
  readonly owner: string;
  run(): Promise<void>;
}

/**
 * Runs one task at a time, next one of the owner who has used the least. An owner who was away begins beside the one
 * whose turn it is: neither ahead for the rest, nor behind what others have used.
 */
export function createTurns(): Turns {
  const used = new Map<string, number>();
  let waiting: readonly Waiting[] = [];
  let level = 0;
  let isRunning = false;
  const usedBy = (owner: string) => Math.max(used.get(owner) ?? 0, level);

  async function runAll(): Promise<void> {
    isRunning = true;
    for (;;) {
      // The sort is stable: of owners with equal use, the one who came first.
      const [next] = waiting.toSorted((a, b) => usedBy(a.owner) - usedBy(b.owner));
      if (next === undefined) break;
      waiting = waiting.filter((one) => one !== next);
      level = usedBy(next.owner);
      await next.run();
    }
    isRunning = false;
    used.clear();
    level = 0;
  }

  return {
    async take(owner, task, signal) {
      signal?.throwIfAborted();
      const spend = (cpuMs: number) => void used.set(owner, usedBy(owner) + cpuMs);
      // An owner who was away starts at the level of the others.
      used.set(owner, usedBy(owner));
      return await new Promise((resolve, reject) => {
        const leave = () => {
          waiting = waiting.filter((one) => one !== mine);
          reject(signal?.reason);
        };
        const mine = {
          owner,
          run: () => {
            signal?.removeEventListener("abort", leave);
            return task(spend).then(resolve, reject);
          },
        };
        signal?.addEventListener("abort", leave, { once: true });
        waiting = [...waiting, mine];
        if (!isRunning) void runAll();
      });
    },
  };
}
