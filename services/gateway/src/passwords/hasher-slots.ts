import { CLIENTS_OF_A_PROXY, networkOfClient } from "../http/client-address.ts";

/** One client must not make all others wait. Hashes for the service itself have no client. */
const MAX_WAITING_PER_CLIENT = 4;
/** Nor must all clients of one proxy, whose headers may be forged. */
const MAX_WAITING_PER_PROXY = MAX_WAITING_PER_CLIENT * CLIENTS_OF_A_PROXY;

/** Too many passwords wait for a slot. */
export class HasherFull extends Error {
  /** Whether they are this client's. */
  readonly ofClient: boolean;
  constructor(options: { readonly ofClient: boolean }) {
    super("too many passwords are waiting to be hashed");
    this.name = new.target.name;
    this.ofClient = options.ofClient;
  }
}

/**
 * A client that is not a stranger: a browser that has signed in with this email before, a signed-in person, a till.
 * These have places of their own, and every second turn: no flood of strangers keeps them out.
 */
export const knownClient = (id: string): string => `${KNOWN}${id}`;

const KNOWN = "known:";
const isKnown = (client: string | undefined) => client === undefined || client.startsWith(KNOWN);

interface Waiting {
  readonly client: string | undefined;
  /** Whose turn it is. */
  readonly network: string;
  start(): void;
  refuse(error: HasherFull): void;
}

/**
 * Runs the work of at most `slots` callers at once, strangers in all but one of them. Others wait; too many are refused
 * at once.
 */
export function createSlots(
  slots: number,
  maxWaiting: number,
): <T>(client: string | undefined, work: () => Promise<T>) => Promise<T> {
  const queues = { known: createQueue(maxWaiting), strangers: createQueue(maxWaiting) };
  const running = { known: 0, strangers: 0 };
  const mostStrangers = Math.max(slots - 1, 1);
  let wasKnown = false;
  const isFull = () => running.known + running.strangers >= slots;
  const isFullOf = (kind: keyof typeof running) =>
    isFull() || (kind === "strangers" && running.strangers >= mostStrangers);

  function startNext(): void {
    const order = wasKnown ? (["strangers", "known"] as const) : (["known", "strangers"] as const);
    for (const kind of order) {
      const waiting = isFullOf(kind) ? undefined : queues[kind].next();
      if (waiting === undefined) continue;
      wasKnown = kind === "known";
      // Counted here: a call that comes meanwhile must not overtake it.
      running[kind] += 1;
      waiting.start();
      return;
    }
  }
  return async (client, work) => {
    const kind = isKnown(client) ? "known" : "strangers";
    if (isFullOf(kind)) {
      const network = client === undefined ? "" : networkOfClient(client);
      await new Promise<void>((start, refuse) => queues[kind].enter({ client, network, start, refuse }));
    } else running[kind] += 1;
    try {
      return await work();
    } finally {
      running[kind] -= 1;
      startNext();
    }
  };
}

/** Networks take turns. A full queue takes one of another network in place of the newest of the one with the most. */
function createQueue(maxWaiting: number) {
  let all: readonly Waiting[] = [];
  let turns = 0;
  const lastTurn = new Map<string, number>();
  const countOf = (network: string) => all.filter((other) => other.network === network).length;

  function makeRoom(network: string): void {
    const newest = all.toReversed().toSorted((a, b) => countOf(b.network) - countOf(a.network))[0];
    if (newest === undefined || countOf(newest.network) <= countOf(network) + 1)
      throw new HasherFull({ ofClient: false });
    all = all.filter((other) => other !== newest);
    newest.refuse(new HasherFull({ ofClient: true }));
  }

  return {
    /** Throws if there is no place. */
    enter(waiting: Waiting): void {
      const { client, network } = waiting;
      const ofClient = all.filter((other) => client !== undefined && other.client === client);
      const mostOfNetwork = client === undefined ? maxWaiting : MAX_WAITING_PER_PROXY;
      if (ofClient.length >= MAX_WAITING_PER_CLIENT || countOf(network) >= mostOfNetwork)
        throw new HasherFull({ ofClient: true });
      if (all.length >= maxWaiting) makeRoom(network);
      all = [...all, waiting];
    },
    next(): Waiting | undefined {
      const turnOf = ({ network }: Waiting) => lastTurn.get(network) ?? 0;
      const [first] = all.toSorted((a, b) => turnOf(a) - turnOf(b));
      if (first === undefined) {
        lastTurn.clear();
        return undefined;
      }
      turns += 1;
      lastTurn.set(first.network, turns);
      all = all.filter((other) => other !== first);
      return first;
    },
  };
}
