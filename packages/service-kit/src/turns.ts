/** An owner, or a part of one, which takes turns with the owner's other parts. */
export type TurnTaker = string | readonly [owner: string, part: string];

export interface Turns {
  /**
   * Runs the task when the turn of its owner and part comes. The task reports the CPU time that it takes. A task that
   * still waits when the signal is aborted rejects with its reason.
   */
  take<Result>(
    taker: TurnTaker,
    task: (spend: (cpuMs: number) => void) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}

interface Waiting {
  readonly owner: string;
  readonly part: string;
  run(): Promise<void>;
}

/**
 * Runs one task at a time, next one of the owner who has used the least, and of the part of it that has. One who was
 * away begins beside the one whose turn it is: neither ahead for the rest, nor behind what others have used.
 */
export function createTurns(): Turns {
  let shares = createShares();
  let waiting: readonly Waiting[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (;;) {
      const next = nextOf(waiting, shares);
      if (next === undefined) break;
      waiting = waiting.filter((one) => one !== next);
      shares.owners.begin(next.owner);
      shares.partsOf(next.owner).begin(next.part);
      await next.run();
    }
    isRunning = false;
    shares = createShares();
  }

  return {
    async take(taker, task, signal) {
      signal?.throwIfAborted();
      const [owner, part] = typeof taker === "string" ? [taker, ""] : taker;
      const spend = (cpuMs: number) => {
        shares.owners.spend(owner, cpuMs);
        shares.partsOf(owner).spend(part, cpuMs);
      };
      // One who was away starts at the level of the others.
      spend(0);
      return await new Promise((resolve, reject) => {
        const leave = () => {
          waiting = waiting.filter((one) => one !== mine);
          reject(signal?.reason);
        };
        const mine = {
          owner,
          part,
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

function nextOf(waiting: readonly Waiting[], { owners, partsOf }: Shares): Waiting | undefined {
  const owner = leastOf(waiting, (one) => owners.usedBy(one.owner))?.owner;
  if (owner === undefined) return undefined;
  const parts = partsOf(owner);
  return leastOf(
    waiting.filter((one) => one.owner === owner),
    (one) => parts.usedBy(one.part),
  );
}

/** The sort is stable: of equal use, the one who came first. */
function leastOf(waiting: readonly Waiting[], usedBy: (one: Waiting) => number): Waiting | undefined {
  return waiting.toSorted((a, b) => usedBy(a) - usedBy(b))[0];
}

type Shares = ReturnType<typeof createShares>;

function createShares() {
  const parts = new Map<string, Uses>();
  return {
    owners: createUses(),
    partsOf(owner: string): Uses {
      const known = parts.get(owner) ?? createUses();
      parts.set(owner, known);
      return known;
    },
  };
}

type Uses = ReturnType<typeof createUses>;

/** CPU time that each has used, at least that of the one whose turn it was last. */
function createUses() {
  const used = new Map<string, number>();
  let level = 0;
  const usedBy = (id: string) => Math.max(used.get(id) ?? 0, level);
  return {
    usedBy,
    begin: (id: string) => {
      level = usedBy(id);
    },
    spend: (id: string, cpuMs: number) => void used.set(id, usedBy(id) + cpuMs),
  };
}
