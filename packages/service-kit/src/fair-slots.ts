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

/**
 * Keeps 1,000 requests of one account from delaying the single request of another. First in, first out per account, which
 * holds at most `perAccount` slots.
 */
export function createFairSlots(slots: number, perAccount = slots): FairSlots {
  /** Accounts with waiting work, in the order of their turns. */
  const waitingOf = new Map<string, Set<Waiting>>();
  const busyOf = new Map<string, number>();
  let busy = 0;
  let closed: Error | undefined;

  function startNext(): void {
    // An account that has had its turn is behind the others, and comes again in the same loop.
    for (const [account, waiting] of waitingOf) {
      if (busy >= slots) return;
      const own = busyOf.get(account) ?? 0;
      const [first] = waiting;
      if (own >= perAccount || first === undefined) continue;
      waiting.delete(first);
      waitingOf.delete(account);
      if (waiting.size > 0) waitingOf.set(account, waiting);
      busyOf.set(account, own + 1);
      busy += 1;
      first.start();
    }
  }

  const slotOf = (account: string): Disposable => ({
    [Symbol.dispose]() {
      const left = (busyOf.get(account) ?? 1) - 1;
      if (left === 0) busyOf.delete(account);
      else busyOf.set(account, left);
      busy -= 1;
      startNext();
    },
  });

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
      return slotOf(account);
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
