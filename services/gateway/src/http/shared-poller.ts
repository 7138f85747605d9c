export interface SharedPoller<Seen> {
  /** Tells what is seen of this id at each look that sees anything of it, until the answer is called. */
  follow(id: string, listener: (seen: Seen) => void): () => void;
}

/** Two people who look at each other see it about as soon as they could say it. */
const EVERY_MS = 1_000;

/**
 * One look a second at all that is followed in this process, however many follow the same, and none when nothing is: what
 * an open answer costs depends neither on who changes things nor in which process.
 */
export function createSharedPoller<Seen>(deps: {
  readonly find: (ids: readonly string[]) => Promise<ReadonlyMap<string, Seen>>;
  /** The look failed, and says nothing of anything; the next one comes all the same. */
  readonly onFault: (error: unknown) => void;
  readonly everyMs?: number | undefined;
}): SharedPoller<Seen> {
  const listeners = new Map<string, Set<(seen: Seen) => void>>();
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;

  async function look(): Promise<void> {
    timer = undefined;
    isPolling = true;
    try {
      for (const [id, seen] of await deps.find([...listeners.keys()])) {
        for (const listener of listeners.get(id) ?? []) listener(seen);
      }
    } catch (error) {
      deps.onFault(error);
    }
    isPolling = false;
    schedule();
  }

  function schedule(): void {
    if (timer !== undefined || isPolling || listeners.size === 0) return;
    timer = setTimeout(() => void look(), deps.everyMs ?? EVERY_MS);
  }

  return {
    follow: (id, listener) => {
      const group = listeners.get(id) ?? new Set();
      listeners.set(id, group.add(listener));
      schedule();
      return () => {
        group.delete(listener);
        if (group.size === 0 && listeners.get(id) === group) listeners.delete(id);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}
