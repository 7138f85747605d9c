import type { Request } from "express";
import { CLIENTS_OF_A_PROXY, clientOf, networkOfClient } from "../http/client-address.ts";

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
 * These have places of their own, and every second turn: no flood of strangers keeps them out. An account has many
 * persons and tills, and an address may have many accounts: so both count, and neither keeps out the others.
 */
export interface KnownClient {
  readonly id: string;
  readonly account: string;
  readonly network: string;
}

/** A stranger is its address: see `clientOf`. */
export type HashingClient = string | KnownClient;

export function knownClient(request: Request, known: Omit<KnownClient, "network">): KnownClient {
  return { ...known, network: clientOf(request).network };
}

/** A stranger's account is not known: its network counts as one. */
interface Place {
  readonly client: string | undefined;
  readonly network: string;
  readonly account: string;
  readonly isStranger: boolean;
}

interface Waiting extends Place {
  start(): void;
  refuse(error: HasherFull): void;
}

function placeOf(client: HashingClient | undefined): Place {
  if (client === undefined) return { client, network: "", account: "", isStranger: false };
  if (typeof client !== "string") {
    const { id, network, account } = client;
    return { client: id, network, account, isStranger: false };
  }
  const network = networkOfClient(client);
  return { client, network, account: network, isStranger: true };
}

/**
 * Runs the work of at most `slots` callers at once, strangers in all but one of them. Others wait; too many are refused
 * at once.
 */
export function createSlots(
  slots: number,
  maxWaiting: number,
): <T>(client: HashingClient | undefined, work: () => Promise<T>) => Promise<T> {
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
    const kind = typeof client === "string" ? "strangers" : "known";
    if (isFullOf(kind)) {
      const place = placeOf(client);
      await new Promise<void>((start, refuse) => queues[kind].enter({ ...place, start, refuse }));
    } else running[kind] += 1;
    try {
      return await work();
    } finally {
      running[kind] -= 1;
      startNext();
    }
  };
}

/**
 * Networks and accounts take turns. A full queue takes one more in place of the newest of the account that has the
 * most.
 */
function createQueue(maxWaiting: number) {
  let all: readonly Waiting[] = [];
  let turns = 0;
  const lastTurn = new Map<string, number>();
  const mostOfAccount = Math.ceil(maxWaiting / 2);
  const countOf = (group: "client" | "network" | "account", { [group]: id }: Place) =>
    all.filter((other) => other[group] === id).length;

  function makeRoom(place: Place): void {
    const last = lastOfMost();
    if (last === undefined || !mayReplace(last, place)) throw new HasherFull({ ofClient: false });
    const error = new HasherFull({ ofClient: isFullFor(last) });
    all = all.filter((other) => other !== last);
    last.refuse(error);
  }

  /** The newest of the account that has the most; there, of the network that has the most. */
  function lastOfMost(): Waiting | undefined {
    const [last] = all
      .toReversed()
      .map((waiting) => ({
        waiting,
        account: countOf("account", waiting),
        network: countOf("network", waiting),
      }))
      .toSorted((a, b) => b.account - a.account || b.network - a.network);
    return last?.waiting;
  }

  /**
   * Its account must have more than that of the new one with it: a shop is behind one address, an attacker behind many.
   * Networks decide only between accounts with one place each, which may all be one attacker's.
   */
  function mayReplace(last: Waiting, place: Place): boolean {
    const lead = (group: "network" | "account") => countOf(group, last) - countOf(group, place);
    const isOneEach = countOf("account", last) === 1 && countOf("account", place) === 0;
    return lead(isOneEach ? "network" : "account") > 1;
  }

  function isFullFor(place: Place): boolean {
    if (place.client === undefined) return false;
    if (countOf("client", place) >= MAX_WAITING_PER_CLIENT) return true;
    return place.isStranger
      ? countOf("network", place) >= MAX_WAITING_PER_PROXY
      : countOf("account", place) >= mostOfAccount;
  }

  return {
    /** Throws if there is no place. */
    enter(waiting: Waiting): void {
      if (isFullFor(waiting)) throw new HasherFull({ ofClient: true });
      if (all.length >= maxWaiting) makeRoom(waiting);
      all = [...all, waiting];
    },
    next(): Waiting | undefined {
      const [first] = all.toSorted((a, b) => compareTurns(turnsOf(a), turnsOf(b)));
      if (first === undefined) {
        lastTurn.clear();
        return undefined;
      }
      turns += 1;
      for (const id of groupsOf(first)) lastTurn.set(id, turns);
      all = all.filter((other) => other !== first);
      return first;
    },
  };

  /** The later turn of its network and its account, then the earlier one. */
  function turnsOf(place: Place): readonly number[] {
    return groupsOf(place)
      .map((id) => lastTurn.get(id) ?? 0)
      .sort((a, b) => b - a);
  }
}

const groupsOf = ({ network, account }: Place) => [network, account];

const compareTurns = ([a = 0, b = 0]: readonly number[], [c = 0, d = 0]: readonly number[]) => a - c || b - d;
