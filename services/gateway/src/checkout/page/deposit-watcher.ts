import type { Log } from "@receipts/service-kit";
import { createSharedLook } from "../../http/shared-look.ts";
import type { WatchedDeposit } from "./page-repository.ts";
import { type PageView, viewOf } from "./page-view.ts";

export interface DepositWatcher {
  /** Tells the view now and then, and whenever it has changed, until the answer is called. */
  watch(depositId: string, listener: (view: PageView) => void): () => void;
}

/** For pages that are open: one query a second for all of this process. */
export function createDepositWatcher(deps: {
  readonly findWatched: (ids: readonly string[]) => Promise<readonly WatchedDeposit[]>;
  readonly log: Log;
  readonly everyMs?: number;
}): DepositWatcher {
  const look = createSharedLook({
    everyMs: deps.everyMs,
    find: async (ids) =>
      new Map((await deps.findWatched(ids)).map((deposit) => [deposit.id, viewOf(deposit, deposit)])),
    onFault: (error) => deps.log.warn("checkout_page.watch_failed", { error }),
  });
  return { watch: look.follow };
}
