/** Runs the work of an account, a few at once; more of the same account waits for its turn. */
export type InTurn = <T>(accountId: string, work: () => Promise<T> | T) => Promise<T>;

/**
 * Calls of one account that work at the same time in this process. Each can hold a connection to the database, also while it
 * waits for a lock or for a slow answer, and there are only `DATABASE_POOL_SIZE` of them for all accounts.
 */
const MOST_AT_ONCE = 4;

interface Lane {
  working: number;
  readonly waiting: (() => void)[];
}

export function createAccountTurns({ mostAtOnce = MOST_AT_ONCE } = {}): InTurn {
  const lanes = new Map<string, Lane>();
  return async (accountId, work) => {
    const lane = lanes.get(accountId) ?? { working: 0, waiting: [] };
    lanes.set(accountId, lane);
    if (lane.working < mostAtOnce) lane.working += 1;
    // The one that ends leaves its place to this one.
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next !== undefined) next();
      else {
        lane.working -= 1;
        if (lane.working === 0) lanes.delete(accountId);
      }
    }
  };
}
