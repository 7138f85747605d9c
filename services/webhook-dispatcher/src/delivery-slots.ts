import type { LeasedDelivery, Room } from "./delivery-repository.ts";

/** What an attempt tells of its host. */
export type HostSign = "quick" | "slow" | "unanswered" | "nothing";

export interface DeliverySlots {
  readonly room: () => Omit<Room, "breakers">;
  readonly take: (delivery: Target) => void;
  /** True when the attempt may begin; false when it is to be given back, because its host has stopped to answer. */
  readonly turn: (delivery: Target) => Promise<boolean>;
  /** `sign` of an attempt that was made; undefined of one whose turn did not come. */
  readonly giveBack: (delivery: Target, sign: HostSign | undefined) => void;
  /** No turn comes any more. */
  readonly close: () => void;
  /** Attempts in flight. */
  readonly active: () => number;
  /** All are taken. */
  readonly full: () => boolean;
}

type Target = Pick<LeasedDelivery, "userId" | "host">;

export interface DeliverySlotsOptions {
  /** Attempts in flight. */
  readonly slots: number;
  /** Of one account; never all of them. */
  readonly perAccount: number;
  /** To one host, once it has shown that it answers. */
  readonly perHost: number;
}

interface HostState {
  taken: number;
  active: number;
  cap: number;
  readonly waiting: ((mayBegin: boolean) => void)[];
}

/**
 * To a host that nobody knows: fifty that hang cost a hundred slots and no more. Each quick answer lets one more in, so a
 * burst to a good host is at its cap after a few round trips; each attempt without an answer halves it.
 */
const FIRST_CAP = 2;
const MOST_REMEMBERED = 10_000;
/** Taken ahead for a host that answers, as a multiple of its cap: its next attempt need not wait for the database. */
const AHEAD = 4;

/** Who may have how many attempts in flight. Kept by each process on its own, in memory. */
export function createDeliverySlots(options: DeliverySlotsOptions): DeliverySlots {
  const { slots, perHost } = options;
  const perAccount = Math.max(1, Math.min(options.perAccount, slots - 1));
  const firstCap = Math.min(FIRST_CAP, perHost);
  const accounts = new Map<string, number>();
  const hosts = new Map<string, HostState>();
  let inUse = 0;
  let active = 0;
  let closed = false;

  const hostOf = (name: string): HostState => {
    const host = hosts.get(name) ?? { taken: 0, active: 0, cap: firstCap, waiting: [] };
    hosts.delete(name);
    hosts.set(name, host); // the least used are at the front
    return host;
  };

  const forgetSome = () => {
    for (const [name, { taken }] of hosts) {
      if (hosts.size <= MOST_REMEMBERED) return;
      if (taken === 0) hosts.delete(name);
    }
  };

  const begin = (host: HostState) => {
    host.active += 1;
    active += 1;
  };

  const roomOf = ({ cap, taken }: HostState) => Math.max(0, (cap > firstCap ? cap * AHEAD : cap) - taken);

  return {
    room: () => ({
      free: slots - inUse,
      perAccount,
      perHost: firstCap,
      accounts: new Map([...accounts].map(([userId, count]) => [userId, Math.max(0, perAccount - count)])),
      // A good host that is idle begins with the first cap too; its first answers bring the rest in the next looks.
      hosts: new Map(
        [...hosts]
          .filter(([, { taken, cap }]) => taken > 0 || cap < firstCap)
          .map(([name, host]) => [name, roomOf(host)]),
      ),
    }),
    take: ({ userId, host }) => {
      inUse += 1;
      accounts.set(userId, (accounts.get(userId) ?? 0) + 1);
      hostOf(host).taken += 1;
      forgetSome();
    },
    turn: async ({ host: name }) => {
      const host = hostOf(name);
      if (closed) return false;
      if (host.active >= host.cap) return await new Promise((resolve) => host.waiting.push(resolve));
      begin(host);
      return true;
    },
    giveBack: ({ userId, host: name }, sign) => {
      inUse -= 1;
      const left = (accounts.get(userId) ?? 1) - 1;
      if (left === 0) accounts.delete(userId);
      else accounts.set(userId, left);
      const host = hostOf(name);
      host.taken -= 1;
      if (sign === undefined) return;
      host.active -= 1;
      active -= 1;
      host.cap = nextCap(host.cap, sign, { firstCap, perHost });
      if (sign === "unanswered") sendAway(host);
      for (const next of host.waiting.splice(0, Math.max(0, host.cap - host.active))) {
        begin(host);
        next(true);
      }
    },
    close: () => {
      closed = true;
      for (const host of hosts.values()) sendAway(host);
    },
    active: () => active,
    full: () => inUse >= slots,
  };
}

function sendAway(host: HostState): void {
  for (const next of host.waiting.splice(0)) next(false);
}

function nextCap(
  cap: number,
  sign: HostSign,
  { firstCap, perHost }: { readonly firstCap: number; readonly perHost: number },
): number {
  if (sign === "quick") return Math.min(cap + 1, perHost);
  if (sign === "slow") return Math.max(cap - 1, firstCap);
  return sign === "unanswered" ? Math.max(1, Math.floor(cap / 2)) : cap;
}
