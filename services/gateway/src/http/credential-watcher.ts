import type { Log } from "@receipts/service-kit";
import { type Caller, credentialId } from "./caller.ts";

export interface CredentialWatcher {
  /** Tells, once, that the caller's key or session has ended, until the answer is called. */
  watch(caller: Caller, ended: () => void): () => void;
}

/** What a call is refused within, an open answer must not outlive by much. */
const EVERY_MS = 1_000;

/**
 * For answers that go on after their caller was let in. One look a second for all that are open in this process, however
 * many follow by one key, and none when there are none.
 */
export function createCredentialWatcher(deps: {
  /** Which of these keys and sessions would still open a call. */
  readonly findLive: (ids: readonly string[]) => Promise<readonly string[]>;
  readonly log: Log;
  readonly everyMs?: number;
}): CredentialWatcher {
  const listeners = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    timer = undefined;
    isLooking = true;
    const asked = [...listeners.keys()];
    try {
      const live = new Set(await deps.findLive(asked));
      for (const id of asked.filter((one) => !live.has(one))) {
        for (const ended of listeners.get(id) ?? []) ended();
        listeners.delete(id);
      }
    } catch (error) {
      // A fault of the database is not an answer about the key.
      deps.log.warn("credential_watch.failed", { error });
    }
    isLooking = false;
    schedule();
  }

  function schedule(): void {
    if (timer !== undefined || isLooking || listeners.size === 0) return;
    timer = setTimeout(() => void look(), deps.everyMs ?? EVERY_MS);
  }

  return {
    watch: (caller, ended) => {
      const id = credentialId(caller);
      const group = listeners.get(id) ?? new Set();
      listeners.set(id, group.add(ended));
      schedule();
      return () => {
        group.delete(ended);
        if (group.size === 0 && listeners.get(id) === group) listeners.delete(id);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}
