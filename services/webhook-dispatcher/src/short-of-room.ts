import type { Capacity, LeasedDelivery } from "./delivery-repository.ts";

type Target = Pick<LeasedDelivery, "userId" | "host">;

/**
 * Whether a look that had this room, and took these, may have left deliveries of a host or an account behind for want of it: the
 * end of one of their attempts is then worth another look. Where everything was taken it is not, however much waits for others.
 */
export function shortOfRoom(room: Capacity, taken: readonly Target[]): (ended: Target) => boolean {
  const ofHosts = countsOf(taken.map(({ host }) => host));
  const ofAccounts = countsOf(taken.map(({ userId }) => userId));
  const halfOpen = new Set(
    room.breakers.filter(({ waitMs }) => waitMs === undefined).map(({ host }) => host),
  );
  return ({ userId, host }) =>
    taken.length >= room.free ||
    halfOpen.has(host) ||
    (ofHosts.get(host) ?? 0) >= (room.hosts.get(host) ?? room.perHost) ||
    (ofAccounts.get(userId) ?? 0) >= (room.accounts.get(userId) ?? room.perAccount);
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
