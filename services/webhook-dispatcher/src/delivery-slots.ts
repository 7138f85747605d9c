import type { LeasedDelivery, Room } from "./delivery-repository.ts";

/** What an attempt tells of its host. */
export type HostSign = "quick" | "slow" | "unanswered" | "nothing";

export interface DeliverySlots {
  readonly room: () => Omit<Room, "breakers">;
  readonly take: (delivery: Target) => void;
  readonly giveBack: (delivery: Target, sign: HostSign) => void;
  readonly inUse: () => number;
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
  inFlight: number;
  cap: number;
}

/**
 * To a host that nobody knows: fifty that hang cost a hundred slots and no more. Each quick answer lets one more in, so a
 * burst to a good host is at its cap after a few round trips; each attempt without an answer halves it.
 */
const FIRST_CAP = 2;
const MOST_REMEMBERED = 10_000;

/** Who may have how many attempts in flight. Kept by each process on its own, in memory. */
export function createDeliverySlots(options: DeliverySlotsOptions): DeliverySlots {
  const { slots, perHost } = options;
  const perAccount = Math.max(1, Math.min(options.perAccount, slots - 1));
  const firstCap = Math.min(FIRST_CAP, perHost);
  const accounts = new Map<string, number>();
  const hosts = new Map<string, HostState>();
  let inUse = 0;

  const hostOf = (name: string): HostState => {
    const host = hosts.get(name) ?? { inFlight: 0, cap: firstCap };
    hosts.delete(name);
    hosts.set(name, host); // the least used are at the front
    return host;
  };

  const forgetSome = () => {
    for (const [name, { inFlight }] of hosts) {
      if (hosts.size <= MOST_REMEMBERED) return;
      if (inFlight === 0) hosts.delete(name);
    }
  };

  return {
    room: () => ({
      free: slots - inUse,
      perAccount,
      perHost: firstCap,
      accounts: new Map([...accounts].map(([userId, count]) => [userId, Math.max(0, perAccount - count)])),
      // A good host that is idle begins with the first cap too; its first answers bring the rest in the next looks.
      hosts: new Map(
        [...hosts]
          .filter(([, { inFlight, cap }]) => inFlight > 0 || cap < firstCap)
          .map(([name, { inFlight, cap }]) => [name, Math.max(0, cap - inFlight)]),
      ),
    }),
    take: ({ userId, host }) => {
      inUse += 1;
      accounts.set(userId, (accounts.get(userId) ?? 0) + 1);
      hostOf(host).inFlight += 1;
      forgetSome();
    },
    giveBack: ({ userId, host }, sign) => {
      inUse -= 1;
      const left = (accounts.get(userId) ?? 1) - 1;
      if (left === 0) accounts.delete(userId);
      else accounts.set(userId, left);
      const state = hostOf(host);
      state.inFlight -= 1;
      state.cap = nextCap(state.cap, sign, { firstCap, perHost });
    },
    inUse: () => inUse,
    full: () => inUse >= slots,
  };
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
