import type { Log } from "@receipts/service-kit";
import { type Caller, credentialId } from "./caller.ts";
import { createSharedPoller } from "./shared-poller.ts";

export interface CredentialWatcher {
  /** Tells, once, that the caller's key or session has ended, until the answer is called. */
  watch(caller: Caller, ended: () => void): () => void;
}

/**
 * For answers that go on after their caller was let in: what a call is refused within, they must not outlive by much. One
 * query a second for all of this process.
 */
export function createCredentialWatcher(deps: {
  /** Which of these keys and sessions would still open a call. */
  readonly findLive: (ids: readonly string[]) => Promise<readonly string[]>;
  readonly log: Log;
  readonly everyMs?: number;
}): CredentialWatcher {
  const look = createSharedPoller({
    everyMs: deps.everyMs,
    find: async (ids) => {
      const live = new Set(await deps.findLive(ids));
      return new Map(ids.filter((id) => !live.has(id)).map((id) => [id, "ended" as const]));
    },
    // A fault of the database is not an answer about the key.
    onFault: (error) => deps.log.warn("credential_watch.failed", { error }),
  });
  return {
    watch: (caller, ended) => {
      const stop = look.follow(credentialId(caller), () => {
        stop();
        ended();
      });
      return stop;
    },
  };
}
