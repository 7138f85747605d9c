import type { Log } from "@receipts/service-kit";
import { type ActiveCredential, type Caller, credentialId, isUnchanged } from "./caller.ts";
import { createSharedPoller } from "./shared-poller.ts";

export interface CredentialWatcher {
  /**
   * Calls `ended` once when the caller's key or session has ended, or its person may do less or other things. The returned
   * function stops watching.
   */
  watch(caller: Caller, ended: () => void): () => void;
}

/**
 * For responses that outlast their authentication, such as streams: they must end soon after their credential. One
 * query a second for all of this process.
 */
export function createCredentialWatcher(deps: {
  /** Returns the keys and sessions that are still accepted. */
  readonly findActive: (ids: readonly string[]) => Promise<ReadonlyMap<string, ActiveCredential>>;
  readonly log: Log;
  readonly everyMs?: number;
}): CredentialWatcher {
  const poller = createSharedPoller({
    everyMs: deps.everyMs,
    find: async (ids) => {
      const active = await deps.findActive(ids);
      return new Map(ids.map((id) => [id, { active: active.get(id) }]));
    },
    // A database error says nothing about the key.
    onError: (error) => deps.log.warn("credential_watch.failed", { error }),
  });
  return {
    watch: (caller, ended) => {
      const stop = poller.follow(credentialId(caller), ({ active }) => {
        if (isUnchanged(caller, active)) return;
        stop();
        ended();
      });
      return stop;
    },
  };
}
