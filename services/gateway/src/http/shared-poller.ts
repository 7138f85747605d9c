export interface SharedPoller<Seen> {
  /** Calls `listener` at each poll that finds something for this id. The returned function stops it. */
  follow(id: string, listener: (seen: Seen) => void): () => void;
}

/** How late a page shows a change. */
const EVERY_MS = 1_000;

/**
 * Polls once a second for all followed ids of this process, and not at all without any. The cost of an open stream does
 * not depend on its number of viewers, nor on where the changes are made.
 */
export function createSharedPoller<Seen>(deps: {
  readonly find: (ids: readonly string[]) => Promise<ReadonlyMap<string, Seen>>;
  /** The poll failed; the next one comes as usual. */
  readonly onError: (error: unknown) => void;
  readonly everyMs?: number | undefined;
}): SharedPoller<Seen> {
  const listeners = new Map<string, Set<(seen: Seen) => void>>();
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;

  async function poll(): Promise<void> {
    timer = undefined;
    isPolling = true;
    try {
      // A listener that is added during a poll waits for the next: this one may have read an older state.
      const asked = new Map([...listeners].map(([id, group]) => [id, [...group]]));
      for (const [id, seen] of await deps.find([...asked.keys()])) {
        for (const listener of asked.get(id) ?? [])
          if (listeners.get(id)?.has(listener) === true) tell(listener, seen);
      }
    } catch (error) {
      deps.onError(error);
    }
    isPolling = false;
    schedule();
  }

  /** An error in one listener does not stop the others. */
  function tell(listener: (seen: Seen) => void, seen: Seen): void {
    try {
      listener(seen);
    } catch (error) {
      deps.onError(error);
    }
  }

  function schedule(): void {
    if (timer !== undefined || isPolling || listeners.size === 0) return;
    timer = setTimeout(() => void poll(), deps.everyMs ?? EVERY_MS);
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
