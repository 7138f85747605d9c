/** Whose work it is. */
export interface TurnOwner {
  readonly accountId: string;
  /** The key or session. */
  readonly credentialId: string;
}

/** The place of a call among those of its account. */
export interface Turn {
  /** Leaves the place to others for work that needs no connection to the database, and waits for one afterwards. */
  outside<T>(work: () => Promise<T>): Promise<T>;
}

/** Runs the work of an account, a few calls at once; more of them wait for their turn. */
export type InTurn = <T>(owner: TurnOwner, work: (turn: Turn) => Promise<T> | T) => Promise<T>;

/**
 * Calls of one account that work at the same time in this process. Each can hold one connection to the database, also while it
 * waits for a lock or for a slow answer, and there are only `DATABASE_POOL_SIZE` of them for all accounts. One place is
 * never that of a key or session with as many calls as it may have: it could not be revoked while it floods.
 */
const AT_ONCE = { ofAccount: 5, ofCredential: 4 };

interface Waiting {
  readonly credentialId: string;
  readonly start: () => void;
}

interface Lane {
  /** By credential. */
  readonly working: Map<string, number>;
  waiting: readonly Waiting[];
}

export function createAccountTurns(atOnce = AT_ONCE): InTurn {
  const lanes = new Map<string, Lane>();

  function workingIn({ working }: Lane): number {
    return [...working.values()].reduce((sum, count) => sum + count, 0);
  }

  function isFree(lane: Lane, credentialId: string): boolean {
    return workingIn(lane) < atOnce.ofAccount && (lane.working.get(credentialId) ?? 0) < atOnce.ofCredential;
  }

  async function enter({ accountId, credentialId }: TurnOwner): Promise<void> {
    const lane = lanes.get(accountId) ?? { working: new Map<string, number>(), waiting: [] };
    lanes.set(accountId, lane);
    if (isFree(lane, credentialId)) count(lane, credentialId, 1);
    else
      await new Promise<void>((start) => {
        lane.waiting = [...lane.waiting, { credentialId, start }];
      });
  }

  function leave({ accountId, credentialId }: TurnOwner): void {
    const lane = lanes.get(accountId);
    if (lane === undefined) return;
    count(lane, credentialId, -1);
    const next = nextOf(lane);
    if (next !== undefined) {
      lane.waiting = lane.waiting.filter((one) => one !== next);
      count(lane, next.credentialId, 1);
      next.start();
    } else if (lane.working.size === 0) lanes.delete(accountId);
  }

  /** The first of the credential with the fewest calls at work. */
  function nextOf(lane: Lane): Waiting | undefined {
    const workOf = ({ credentialId }: Waiting) => lane.working.get(credentialId) ?? 0;
    return lane.waiting
      .filter(({ credentialId }) => isFree(lane, credentialId))
      .reduce<Waiting | undefined>(
        (least, one) => (least === undefined || workOf(one) < workOf(least) ? one : least),
        undefined,
      );
  }

  return async (owner, work) => {
    await enter(owner);
    let isInside = true;
    const turn: Turn = {
      async outside(run) {
        isInside = false;
        leave(owner);
        try {
          return await run();
        } finally {
          await enter(owner);
          isInside = true;
        }
      },
    };
    try {
      return await work(turn);
    } finally {
      if (isInside) leave(owner);
    }
  };
}

function count({ working }: Lane, credentialId: string, change: 1 | -1): void {
  const now = (working.get(credentialId) ?? 0) + change;
  if (now === 0) working.delete(credentialId);
  else working.set(credentialId, now);
}
