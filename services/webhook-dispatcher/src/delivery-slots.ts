import type { Capacity, LeasedDelivery } from "./delivery-repository.ts";

/** How a host responded to an attempt; `unknown` when the attempt says nothing about the host. */
export type HostResponse = "quick" | "slow" | "none" | "unknown";

export interface DeliverySlots {
  readonly capacity: () => Omit<Capacity, "breakers">;
  readonly reserve: (delivery: Target) => void;
  /** Waits for the host's cap. False if that took `maxWaitMs`, or the slots are closed: release the lease. */
  readonly acquire: (delivery: Target) => Promise<boolean>;
  /** `response` is undefined if `acquire` returned false. */
  readonly release: (delivery: Target, response: HostResponse | undefined) => void;
  /** Refuses all waiting and later attempts. */
  readonly close: () => void;
  /** Attempts in flight. */
  readonly active: () => number;
  /** All slots are reserved. */
  readonly isFull: () => boolean;
}

type Target = Pick<LeasedDelivery, "userId" | "host">;

export interface DeliverySlotsOptions {
  /** Attempts in flight and prefetched deliveries. */
  readonly slots: number;
  /** Slots of one account; always fewer than all. */
  readonly perAccount: number;
  /** Attempts in flight to one host, once it has responded. */
  readonly perHost: number;
  /** How long `acquire` may wait. */
  readonly maxWaitMs: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

interface HostState {
  reserved: number;
  active: number;
  cap: number;
  lastEndedAt: number;
  /** Set when an attempt waited too long; cleared by the next quick response. */
  prefetchPaused: boolean;
  /** Oldest first. */
  readonly waiting: Set<(mayStart: boolean) => void>;
}

/**
 * Cap of an unknown host: 50 hanging hosts hold at most 100 slots. Each quick response raises it by one, so a burst to
 * a healthy host reaches its full cap within a few round trips. Each attempt without a response halves it.
 */
const FIRST_CAP = 2;
const MAX_TRACKED = 10_000;
/** Leases of a responding host, as a multiple of its cap: the next attempt need not wait for the database. */
const PREFETCH_FACTOR = 4;
/** A host that finished its leased deliveries less than this ago is not idle but faster than the polls. */
const IDLE_AFTER_MS = 100;
/** Share of all slots for caps above the first: healthy hosts may start to hang too, 50 in the same minute. */
const BEYOND_FIRST_CAP = 0.5;

/** Limits attempts in flight by process, account and host. Its state is in the memory of the process. */
export function createDeliverySlots(options: DeliverySlotsOptions): DeliverySlots {
  const { slots, perHost, maxWaitMs, now = () => performance.now() } = options;
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

  const evictIdleHosts = () => {
    for (const [name, { reserved }] of hosts) {
      if (hosts.size <= MAX_TRACKED) return;
      if (reserved === 0) hosts.delete(name);
    }
  };

  const start = (host: HostState) => {
    host.active += 1;
    active += 1;
  };

  /** An idle healthy host also starts with the first cap; the next polls raise it after its first responses. */
  const hostCapacities = (): Map<string, number> => {
    const isBusy = ({ reserved, cap, lastEndedAt }: HostState) =>
      reserved > 0 || (cap > firstCap && now() - lastEndedAt < IDLE_AFTER_MS);
    const known = [...hosts].filter(([, host]) => isBusy(host) || host.cap < firstCap);
    const ranges = known.map(([name, host]) => ({ name, ...capacityRangeOf(host, firstCap) }));
    const shareable = Math.max(0, slots - inUse - slots * (1 - BEYOND_FIRST_CAP));
    const share = Math.floor(
      shareable / Math.max(1, ranges.filter(({ max, guaranteed }) => max > guaranteed).length),
    );
    return new Map(
      ranges.map(({ name, guaranteed, max }) => [name, Math.max(guaranteed, Math.min(max, share))]),
    );
  };

  return {
    capacity: () => ({
      free: slots - inUse,
      perAccount,
      perHost: firstCap,
      accounts: new Map([...accounts].map(([userId, count]) => [userId, Math.max(0, perAccount - count)])),
      hosts: hostCapacities(),
    }),
    reserve: ({ userId, host }) => {
      inUse += 1;
      accounts.set(userId, (accounts.get(userId) ?? 0) + 1);
      hostOf(host).reserved += 1;
      evictIdleHosts();
    },
    acquire: async ({ host: name }) => {
      const host = hostOf(name);
      if (closed) return false;
      if (host.active >= host.cap) return await waitForSlot(host, maxWaitMs);
      start(host);
      return true;
    },
    release: ({ userId, host: name }, response) => {
      inUse -= 1;
      const left = (accounts.get(userId) ?? 1) - 1;
      if (left === 0) accounts.delete(userId);
      else accounts.set(userId, left);
      const host = hostOf(name);
      host.reserved -= 1;
      if (response === undefined) return;
      host.active -= 1;
      active -= 1;
      host.lastEndedAt = now();
      host.cap = nextCap(host.cap, response, { firstCap, perHost });
      if (response === "quick") host.prefetchPaused = false;
      if (response === "none") rejectWaiters(host);
      for (const next of [...host.waiting].slice(0, Math.max(0, host.cap - host.active))) {
        start(host);
        next(true);
      }
    },
    close: () => {
      closed = true;
      for (const host of hosts.values()) rejectWaiters(host);
    },
    active: () => active,
    isFull: () => inUse >= slots,
  };
}

function newHost(cap: number): HostState {
  return {
    reserved: 0,
    active: 0,
    cap,
    lastEndedAt: Number.NEGATIVE_INFINITY,
    prefetchPaused: false,
    waiting: new Set(),
  };
}

/** Further leases for a host: `guaranteed` up to the first cap, `max` if there are slots to share. */
function capacityRangeOf(
  { reserved, cap, prefetchPaused }: HostState,
  firstCap: number,
): { guaranteed: number; max: number } {
  const max = cap > firstCap && !prefetchPaused ? cap * PREFETCH_FACTOR : cap;
  return { guaranteed: Math.max(0, Math.min(cap, firstCap) - reserved), max: Math.max(0, max - reserved) };
}

function waitForSlot(host: HostState, maxWaitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (mayStart: boolean) => {
      clearTimeout(timer);
      host.waiting.delete(finish);
      resolve(mayStart);
    };
    const timer = setTimeout(() => {
      host.prefetchPaused = true;
      finish(false);
    }, maxWaitMs);
    host.waiting.add(finish);
  });
}

function rejectWaiters(host: HostState): void {
  for (const next of [...host.waiting]) next(false);
}

function nextCap(
  cap: number,
  response: HostResponse,
  { firstCap, perHost }: { readonly firstCap: number; readonly perHost: number },
): number {
  if (response === "quick") return Math.min(cap + 1, perHost);
  if (response === "slow") return Math.max(cap - 1, firstCap);
  return response === "none" ? Math.max(1, Math.floor(cap / 2)) : cap;
}
