import type { Log } from "@receipts/service-kit";
import type { WatchedDeposit } from "./page-repository.ts";
import { type PageView, viewOf } from "./page-view.ts";

type Listener = (view: PageView) => void;

export interface DepositWatcher {
  /** Tells the view now and then, and whenever it has changed, until the answer is called. */
  watch(depositId: string, listener: Listener): () => void;
}

/** Two payers who look at each other see it about as soon as they could say it. */
const EVERY_MS = 1_000;

/**
 * One query a second for all pages that are open in this process, and none when there are none: what a page costs does
 * not depend on who changed the deposit, or in which process.
 */
export function createDepositWatcher(deps: {
  readonly findWatched: (ids: readonly string[]) => Promise<readonly WatchedDeposit[]>;
  readonly log: Log;
  readonly everyMs?: number;
}): DepositWatcher {
  const listeners = new Map<string, Set<Listener>>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    timer = undefined;
    isLooking = true;
    try {
      for (const deposit of await deps.findWatched([...listeners.keys()])) {
        const view = viewOf(deposit, deposit);
        for (const listener of listeners.get(deposit.id) ?? []) listener(view);
      }
    } catch (error) {
      deps.log.warn("checkout_page.watch_failed", { error });
    }
    isLooking = false;
    schedule();
  }

  function schedule(): void {
    if (timer !== undefined || isLooking || listeners.size === 0) return;
    timer = setTimeout(() => void look(), deps.everyMs ?? EVERY_MS);
  }

  return {
    watch: (depositId, listener) => {
      const group = listeners.get(depositId) ?? new Set();
      listeners.set(depositId, group.add(listener));
      schedule();
      return () => {
        group.delete(listener);
        if (group.size === 0 && listeners.get(depositId) === group) listeners.delete(depositId);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}
