import { MessageNotStarted } from "@receipts/messaging";

/** Places to work in, shared out between accounts: each that waits gets the next free place in turn. */
export interface FairSlots {
  /** Takes a place when it is the account's turn, until it is disposed of; rejects with the signal's reason when that comes first. */
  take(account: string, signal: AbortSignal): Promise<Disposable>;
  /** From here on nothing waits: what has not begun rejects with `MessageNotStarted`, for another process to take. */
  rejectWaiting(): void;
}

interface Waiting {
  readonly start: () => void;
  readonly giveBack: () => void;
}

/**
 * Without it a thousand requests of one account would stand before the one request of another. Within an account the
 * order of arrival is kept.
 */
export function createFairSlots(slots: number): FairSlots {
  /** In the order of their turns; an account that has nobody waiting is not in it. */
  const waitingOf = new Map<string, Set<Waiting>>();
  let busy = 0;
  let open = true;

  function startNext(): void {
    while (busy < slots) {
      const next = waitingOf.entries().next().value;
      if (next === undefined) return;
      const [account, waiting] = next;
      const [first] = waiting;
      if (first !== undefined) waiting.delete(first);
      // To the end of the row, behind the others.
      waitingOf.delete(account);
      if (waiting.size > 0) waitingOf.set(account, waiting);
      if (first === undefined) continue;
      busy += 1;
      first.start();
    }
  }

  const place: Disposable = {
    [Symbol.dispose]() {
      busy -= 1;
      startNext();
    },
  };

  async function take(account: string, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (!open) throw new MessageNotStarted();
    const turn = Promise.withResolvers<void>();
    const waiter: Waiting = { start: turn.resolve, giveBack: () => turn.reject(new MessageNotStarted()) };
    const waiting = waitingOf.get(account) ?? new Set();
    waiting.add(waiter);
    waitingOf.set(account, waiting);
    const leave = () => {
      if (!waiting.delete(waiter)) return;
      if (waiting.size === 0 && waitingOf.get(account) === waiting) waitingOf.delete(account);
      turn.reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    startNext();
    try {
      await turn.promise;
      return place;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  return {
    take,
    rejectWaiting: () => {
      open = false;
      const all = [...waitingOf.values()].flatMap((waiting) => [...waiting]);
      waitingOf.clear();
      for (const waiter of all) waiter.giveBack();
    },
  };
}
