/** Slots for work, given to waiting accounts in turn. */
export interface FairSlots {
  /** Waits for a slot, which is held until disposed. Rejects with the signal's reason if that is aborted first. */
  acquire(account: string, signal: AbortSignal): Promise<Disposable>;
  /** Rejects waiting and later calls. */
  close(reason: Error): void;
}

interface Waiting {
  readonly start: () => void;
  readonly reject: (reason: Error) => void;
}

/** Keeps 1,000 requests of one account from delaying the single request of another. First in, first out per account. */
export function createFairSlots(slots: number): FairSlots {
  /** Accounts with waiting work, in the order of their turns. */
  const waitingOf = new Map<string, Set<Waiting>>();
  let busy = 0;
  let closed: Error | undefined;

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
    if (closed !== undefined) throw closed;
    const granted = Promise.withResolvers<void>();
    const waiter: Waiting = { start: granted.resolve, reject: granted.reject };
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
    close: (reason) => {
      closed = reason;
      const all = [...waitingOf.values()].flatMap((waiting) => [...waiting]);
      waitingOf.clear();
      for (const waiter of all) waiter.reject(reason);
    },
  };
}
