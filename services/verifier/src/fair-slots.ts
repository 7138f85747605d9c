import { MessageNotStarted } from "@receipts/messaging";

/** Slots for work, given to waiting accounts in turn. */
export interface FairSlots {
  /** Waits for a slot, which is held until disposed. Rejects with the signal's reason if that is aborted first. */
  acquire(account: string, signal: AbortSignal): Promise<Disposable>;
  /** Rejects waiting and later calls with `MessageNotStarted`, so that another process gets their messages. */
  rejectWaiting(): void;
}

interface Waiting {
  readonly start: () => void;
  readonly reject: () => void;
}

/** Keeps 1,000 requests of one account from delaying the single request of another. First in, first out per account. */
export function createFairSlots(slots: number): FairSlots {
  /** Accounts with waiting work, in the order of their turns. */
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
      // Moves the account behind the others.
      waitingOf.delete(account);
      if (waiting.size > 0) waitingOf.set(account, waiting);
      if (first === undefined) continue;
      busy += 1;
      first.start();
    }
  }

  const slot: Disposable = {
    [Symbol.dispose]() {
      busy -= 1;
      startNext();
    },
  };

  async function acquire(account: string, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (!open) throw new MessageNotStarted();
    const granted = Promise.withResolvers<void>();
    const waiter: Waiting = { start: granted.resolve, reject: () => granted.reject(new MessageNotStarted()) };
    const waiting = waitingOf.get(account) ?? new Set();
    waiting.add(waiter);
    waitingOf.set(account, waiting);
    const cancel = () => {
      if (!waiting.delete(waiter)) return;
      if (waiting.size === 0 && waitingOf.get(account) === waiting) waitingOf.delete(account);
      granted.reject(signal.reason);
    };
    signal.addEventListener("abort", cancel, { once: true });
    startNext();
    try {
      await granted.promise;
      return slot;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  return {
    acquire,
    rejectWaiting: () => {
      open = false;
      const all = [...waitingOf.values()].flatMap((waiting) => [...waiting]);
      waitingOf.clear();
      for (const waiter of all) waiter.reject();
    },
  };
}
