import type { Capacity, LeasedDelivery } from "./delivery-repository.ts";

/** How a target responded to an attempt; `unknown` when the attempt says nothing about the target. */
export type HostResponse = "quick" | "slow" | "none" | "unknown";

export interface DeliverySlots {
  readonly capacity: () => Omit<Capacity, "breakers">;
  readonly reserve: (delivery: Target) => void;
  /** Waits for the caps of target and host. False if that took `maxWaitMs`, or the slots are closed: release the lease. */
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

type Target = Pick<LeasedDelivery, "userId" | "host" | "target">;

export interface DeliverySlotsOptions {
  /** Attempts in flight and prefetched deliveries. */
  readonly slots: number;
  /** Slots of one account; always fewer than all. */
  readonly perAccount: number;
  /** Attempts in flight to one host, and to one target once it has responded. */
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
  /** Its last attempt got a quick response. */
  isQuick: boolean;
  readonly accounts: Map<string, AccountOnHostState>;
  /** When its quiet accounts were looked for. */
  lookedAt: number;
  /** Oldest first. */
  readonly waiting: Set<Waiter>;
}

interface AccountOnHostState {
  reserved: number;
  active: number;
  lastSeenAt: number;
}

interface TargetState {
  readonly userId: string;
  reserved: number;
  active: number;
  cap: number;
  lastEndedAt: number;
  /** Set when an attempt waited too long; cleared by the next quick response. */
  prefetchPaused: boolean;
}

interface Waiter {
  readonly target: TargetState;
  readonly finish: (mayStart: boolean) => void;
}

/**
 * Cap of an unknown target: 50 hanging ones hold at most 100 slots. Each quick response raises it by one, so a burst to
 * a healthy target reaches its full cap within a few round trips. Each attempt without a response halves it.
 */
const FIRST_CAP = 2;
/**
 * Cap of an unknown host, and the lowest: many accounts may send to one that hangs. It leaves room beside three targets
 * of the host that hang.
 */
const FIRST_HOST_CAP = 8;
/** Accounts that used a host in this time share it: none holds more than half of its places. */
const SHARED_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
const MAX_TRACKED = 10_000;
/** Leases of a responding target or host, as a multiple of its cap: the next attempt need not wait for the database. */
const PREFETCH_FACTOR = 4;
/** A target that finished its leased deliveries less than this ago is not idle but faster than the polls. */
const IDLE_AFTER_MS = 100;
/**
 * A target without a response is leased less for this long after its last attempt. Each costs every poll a row, so that
 * thousands of dead ones are not told for ever.
 */
const HANGS_MS = 300_000;
/**
 * Share of all slots, and of an account's, for caps above the first: healthy targets may start to hang too, 50 in the
 * same minute.
 */
const BEYOND_FIRST_CAP = 0.5;

/**
 * Limits attempts in flight by process, account, host and target. The caps of host and target follow their responses.
 * A target that hangs leaves the others of its host their attempts. Its state is in the memory of the process.
 */
export function createDeliverySlots(options: DeliverySlotsOptions): DeliverySlots {
  const { slots, perHost, maxWaitMs, now = () => performance.now() } = options;
  const perAccount = Math.max(1, Math.min(options.perAccount, slots - 1));
  const firstCap = Math.min(FIRST_CAP, perHost);
  const firstHostCap = Math.min(FIRST_HOST_CAP, perHost);
  const accounts = new Map<string, number>();
  const hosts = new Map<string, HostState>();
  const targets = new Map<string, TargetState>();
  let inUse = 0;
  let active = 0;
  let closed = false;

  const hostOf = (name: string) => recentlyUsed(hosts, name, () => newHost(firstHostCap));
  const targetOf = ({ target, userId }: Target) =>
    recentlyUsed(targets, target, () => newTarget(userId, firstCap));
  /** What the caps above the first may still take of these slots. */
  const shareable = (all: number, used: number) => Math.max(0, all * BEYOND_FIRST_CAP - used);

  const start = (host: HostState, target: TargetState) => {
    host.active += 1;
    accountOn(host, target.userId).active += 1;
    target.active += 1;
    active += 1;
  };
  const accountOn = (host: HostState, userId: string): AccountOnHostState => {
    const found = host.accounts.get(userId) ?? { reserved: 0, active: 0, lastSeenAt: 0 };
    host.accounts.set(userId, found);
    found.lastSeenAt = now();
    return found;
  };
  /** Runs once a second at most, because thousands of accounts may share a host. */
  const forgetQuietAccounts = (host: HostState) => {
    if (now() - host.lookedAt < LOOK_EVERY_MS) return;
    host.lookedAt = now();
    for (const [userId, { reserved, lastSeenAt }] of host.accounts)
      if (reserved === 0 && now() - lastSeenAt > SHARED_MS) host.accounts.delete(userId);
  };
  /** Returns how many of these places on the host one account may hold. */
  const shareOn = (host: HostState, places: number) => {
    forgetQuietAccounts(host);
    return host.accounts.size > 1 ? Math.ceil(places / 2) : places;
  };
  const activeOn = (host: HostState, { userId }: TargetState) => host.accounts.get(userId)?.active ?? 0;
  const hasRoom = (host: HostState, target: TargetState) =>
    target.active < target.cap && host.active < host.cap && activeOn(host, target) < shareOn(host, host.cap);

  /** An idle healthy target also starts with the first cap; the next polls raise it after its first responses. */
  const targetCapacities = (): Map<string, number> => {
    const isBusy = ({ reserved, cap, lastEndedAt }: TargetState) =>
      reserved > 0 || (cap > firstCap && now() - lastEndedAt < IDLE_AFTER_MS);
    const isHanging = ({ cap, lastEndedAt }: TargetState) => cap < firstCap && now() - lastEndedAt < HANGS_MS;
    const known = [...targets].filter(([, target]) => isBusy(target) || isHanging(target));
    const ranges = known.map(([name, target]) => ({
      name,
      userId: target.userId,
      ...capacityRangeOf(target, firstCap),
    }));
    const wanting = ranges.filter(({ max, guaranteed }) => max > guaranteed);
    const wantingOf = Map.groupBy(wanting, ({ userId }) => userId);
    const share = Math.floor(shareable(slots, inUse) / Math.max(1, wanting.length));
    const shareOf = (userId: string) =>
      Math.floor(
        shareable(perAccount, accounts.get(userId) ?? 0) / Math.max(1, wantingOf.get(userId)?.length ?? 0),
      );
    return new Map(
      ranges.map(({ name, userId, guaranteed, max }) => [
        name,
        Math.max(guaranteed, Math.min(max, share, shareOf(userId))),
      ]),
    );
  };
  const busyHosts = () =>
    [...hosts].filter(([, { reserved, lastEndedAt }]) => reserved > 0 || now() - lastEndedAt < IDLE_AFTER_MS);
  const leasesOn = ({ isQuick, cap }: HostState) => (isQuick ? cap * PREFETCH_FACTOR : cap);

  /** Accounts share a host: the one with the fewest attempts is next, its oldest first. */
  const nextWaiter = (host: HostState): Waiter | undefined => {
    const attempts = ({ target }: Waiter) => activeOn(host, target);
    return [...host.waiting]
      .filter(({ target }) => hasRoom(host, target))
      .reduce<Waiter | undefined>(
        (best, waiter) => (best === undefined || attempts(waiter) < attempts(best) ? waiter : best),
        undefined,
      );
  };

  const capacity = () => {
    const busy = busyHosts();
    return {
      free: slots - inUse,
      perAccount,
      perHost: firstHostCap,
      perTarget: firstCap,
      accounts: new Map([...accounts].map(([userId, count]) => [userId, Math.max(0, perAccount - count)])),
      hosts: new Map(busy.map(([name, host]) => [name, Math.max(0, leasesOn(host) - host.reserved)])),
      perAccountOnHost: new Map(busy.map(([name, host]) => [name, shareOn(host, leasesOn(host))])),
      targets: targetCapacities(),
      onHosts: busy.flatMap(([host, { accounts: onHost }]) =>
        [...onHost]
          .filter(([, { reserved }]) => reserved > 0)
          .map(([userId, { reserved }]) => ({ host, userId, leases: reserved })),
      ),
    };
  };

  return {
    capacity,
    reserve: (delivery) => {
      const { userId, host } = delivery;
      inUse += 1;
      accounts.set(userId, (accounts.get(userId) ?? 0) + 1);
      hostOf(host).reserved += 1;
      accountOn(hostOf(host), userId).reserved += 1;
      targetOf(delivery).reserved += 1;
      evictIdle(hosts);
      evictIdle(targets);
    },
    acquire: async (delivery) => {
      const [host, target] = [hostOf(delivery.host), targetOf(delivery)];
      if (closed) return false;
      if (!hasRoom(host, target)) return await waitForSlot(host, target, maxWaitMs);
      start(host, target);
      return true;
    },
    release: (delivery, response) => {
      const { userId } = delivery;
      inUse -= 1;
      const left = (accounts.get(userId) ?? 1) - 1;
      if (left === 0) accounts.delete(userId);
      else accounts.set(userId, left);
      const [host, target] = [hostOf(delivery.host), targetOf(delivery)];
      host.reserved -= 1;
      const account = accountOn(host, userId);
      account.reserved -= 1;
      target.reserved -= 1;
      if (response === undefined) return;
      host.active -= 1;
      account.active -= 1;
      target.active -= 1;
      active -= 1;
      target.lastEndedAt = now();
      target.cap = nextCap(target.cap, response, { firstCap, perHost });
      host.lastEndedAt = target.lastEndedAt;
      if (response === "quick" || response === "none") host.isQuick = response === "quick";
      host.cap = Math.max(firstHostCap, nextCap(host.cap, response, { firstCap: firstHostCap, perHost }));
      if (response === "quick") target.prefetchPaused = false;
      if (response === "none") rejectWaiters(host, (waiter) => waiter.target === target);
      for (let waiter = nextWaiter(host); waiter !== undefined; waiter = nextWaiter(host)) {
        start(host, waiter.target);
        waiter.finish(true);
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

/** The least used are at the front of the map. */
function recentlyUsed<T>(all: Map<string, T>, name: string, create: () => T): T {
  const found = all.get(name) ?? create();
  all.delete(name);
  all.set(name, found);
  return found;
}

function evictIdle(all: Map<string, { readonly reserved: number }>): void {
  for (const [name, { reserved }] of all) {
    if (all.size <= MAX_TRACKED) return;
    if (reserved === 0) all.delete(name);
  }
}

function newHost(cap: number): HostState {
  return {
    reserved: 0,
    active: 0,
    cap,
    isQuick: false,
    waiting: new Set(),
    accounts: new Map(),
    lookedAt: 0,
    lastEndedAt: Number.NEGATIVE_INFINITY,
  };
}

function newTarget(userId: string, cap: number): TargetState {
  return {
    userId,
    reserved: 0,
    active: 0,
    cap,
    lastEndedAt: Number.NEGATIVE_INFINITY,
    prefetchPaused: false,
  };
}

/** Further leases for a target: `guaranteed` up to the first cap, `max` if there are slots to share. */
function capacityRangeOf(
  { reserved, cap, prefetchPaused }: TargetState,
  firstCap: number,
): { guaranteed: number; max: number } {
  const max = cap > firstCap && !prefetchPaused ? cap * PREFETCH_FACTOR : cap;
  return { guaranteed: Math.max(0, Math.min(cap, firstCap) - reserved), max: Math.max(0, max - reserved) };
}

function waitForSlot(host: HostState, target: TargetState, maxWaitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const waiter = {
      target,
      finish: (mayStart: boolean) => {
        clearTimeout(timer);
        host.waiting.delete(waiter);
        resolve(mayStart);
      },
    };
    const timer = setTimeout(() => {
      target.prefetchPaused = true;
      waiter.finish(false);
    }, maxWaitMs);
    host.waiting.add(waiter);
  });
}

function rejectWaiters(host: HostState, of: (waiter: Waiter) => boolean = () => true): void {
  for (const waiter of [...host.waiting].filter(of)) waiter.finish(false);
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
