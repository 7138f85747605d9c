import type { Capacity, LeasedDelivery } from "./delivery-repository.ts";

/** What an attempt tells of its host. */
export type HostResponse = "quick" | "slow" | "unanswered" | "nothing";

export interface DeliverySlots {
  readonly room: () => Omit<Capacity, "breakers">;
  readonly reserve: (delivery: Target) => void;
  /** True when the attempt may begin; false when it is to be given back, because its host lets it wait for too long. */
  readonly acquire: (delivery: Target) => Promise<boolean>;
  /** `sign` of an attempt that was made; undefined of one whose turn did not come. */
  readonly release: (delivery: Target, sign: HostResponse | undefined) => void;
  /** No turn comes any more. */
  readonly close: () => void;
  /** Attempts in flight. */
  readonly active: () => number;
  /** All are taken. */
  readonly full: () => boolean;
}

type Target = Pick<LeasedDelivery, "userId" | "host">;

export interface DeliverySlotsOptions {
  /** Attempts in flight, and what is taken ahead. */
  readonly slots: number;
  /** Of one account; never all of them. */
  readonly perAccount: number;
  /** To one host, once it has shown that it answers. */
  readonly perHost: number;
  /** How long one may wait for its turn. */
  readonly mostWaitMs: number;
  /** Milliseconds; never goes back. */
  readonly now?: () => number;
}

interface HostState {
  taken: number;
  active: number;
  cap: number;
  /** When its last attempt ended. */
  endedAt: number;
  /** One has waited in vain: nothing is taken ahead until there is a quick answer again. */
  isLate: boolean;
  /** In the order in which they came. */
  readonly waiting: Set<(mayBegin: boolean) => void>;
}

/**
 * To a host that nobody knows: fifty that hang cost a hundred slots and no more. Each quick answer lets one more in, so a
 * burst to a good host is at its cap after a few round trips; each attempt without an answer halves it.
 */
const FIRST_CAP = 2;
const MOST_REMEMBERED = 10_000;
/** Taken ahead for a host that answers, as a multiple of its cap: its next attempt need not wait for the database. */
const PREFETCH_FACTOR = 4;
/** A host that has just worked off all that was taken for it is not idle, but faster than the looks. */
const IDLE_AFTER_MS = 100;
/** Of all slots, for what goes beyond a host's first cap. Good hosts may begin to hang too, fifty in the same minute. */
const BEYOND_FIRST_CAP = 0.5;

/** Who may have how many attempts in flight. Kept by each process on its own, in memory. */
export function createDeliverySlots(options: DeliverySlotsOptions): DeliverySlots {
  const { slots, perHost, mostWaitMs, now = () => performance.now() } = options;
  const perAccount = Math.max(1, Math.min(options.perAccount, slots - 1));
  const firstCap = Math.min(FIRST_CAP, perHost);
  const accounts = new Map<string, number>();
  const hosts = new Map<string, HostState>();
  let inUse = 0;
  let active = 0;
  let closed = false;

  const hostOf = (name: string): HostState => {
    const host = hosts.get(name) ?? newHost(firstCap);
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

  /** A good host that is idle begins with the first cap too; its first answers bring the rest in the next looks. */
  const hostRooms = (): Map<string, number> => {
    const isBusy = ({ taken, cap, endedAt }: HostState) =>
      taken > 0 || (cap > firstCap && now() - endedAt < IDLE_AFTER_MS);
    const known = [...hosts].filter(([, host]) => isBusy(host) || host.cap < firstCap);
    const rooms = known.map(([name, host]) => ({ name, ...capacityRangeOf(host, firstCap) }));
    const toShare = Math.max(0, slots - inUse - slots * (1 - BEYOND_FIRST_CAP));
    const share = Math.floor(toShare / Math.max(1, rooms.filter(({ most, sure }) => most > sure).length));
    return new Map(rooms.map(({ name, sure, most }) => [name, Math.max(sure, Math.min(most, share))]));
  };

  return {
    room: () => ({
      free: slots - inUse,
      perAccount,
      perHost: firstCap,
      accounts: new Map([...accounts].map(([userId, count]) => [userId, Math.max(0, perAccount - count)])),
      hosts: hostRooms(),
    }),
    reserve: ({ userId, host }) => {
      inUse += 1;
      accounts.set(userId, (accounts.get(userId) ?? 0) + 1);
      hostOf(host).taken += 1;
      forgetSome();
    },
    acquire: async ({ host: name }) => {
      const host = hostOf(name);
      if (closed) return false;
      if (host.active >= host.cap) return await waitForTurn(host, mostWaitMs);
      begin(host);
      return true;
    },
    release: ({ userId, host: name }, sign) => {
      inUse -= 1;
      const left = (accounts.get(userId) ?? 1) - 1;
      if (left === 0) accounts.delete(userId);
      else accounts.set(userId, left);
      const host = hostOf(name);
      host.taken -= 1;
      if (sign === undefined) return;
      host.active -= 1;
      active -= 1;
      host.endedAt = now();
      host.cap = nextCap(host.cap, sign, { firstCap, perHost });
      if (sign === "quick") host.isLate = false;
      if (sign === "unanswered") rejectWaiters(host);
      for (const next of [...host.waiting].slice(0, Math.max(0, host.cap - host.active))) {
        begin(host);
        next(true);
      }
    },
    close: () => {
      closed = true;
      for (const host of hosts.values()) rejectWaiters(host);
    },
    active: () => active,
    full: () => inUse >= slots,
  };
}

function newHost(cap: number): HostState {
  return { taken: 0, active: 0, cap, endedAt: Number.NEGATIVE_INFINITY, isLate: false, waiting: new Set() };
}

/** What a host may have more: whatever becomes of the others, and where there are slots to share. */
function capacityRangeOf(
  { taken, cap, isLate }: HostState,
  firstCap: number,
): { sure: number; most: number } {
  const most = cap > firstCap && !isLate ? cap * PREFETCH_FACTOR : cap;
  return { sure: Math.max(0, Math.min(cap, firstCap) - taken), most: Math.max(0, most - taken) };
}

function waitForTurn(host: HostState, mostWaitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const tell = (mayBegin: boolean) => {
      clearTimeout(timer);
      host.waiting.delete(tell);
      resolve(mayBegin);
    };
    const timer = setTimeout(() => {
      host.isLate = true;
      tell(false);
    }, mostWaitMs);
    host.waiting.add(tell);
  });
}

function rejectWaiters(host: HostState): void {
  for (const next of [...host.waiting]) next(false);
}

function nextCap(
  cap: number,
  sign: HostResponse,
  { firstCap, perHost }: { readonly firstCap: number; readonly perHost: number },
): number {
  if (sign === "quick") return Math.min(cap + 1, perHost);
  if (sign === "slow") return Math.max(cap - 1, firstCap);
  return sign === "unanswered" ? Math.max(1, Math.floor(cap / 2)) : cap;
}
