import type { Capacity, LeasedDelivery } from "./delivery-repository.ts";

type Target = Pick<LeasedDelivery, "userId" | "host" | "target">;

/**
 * Returns whether a poll with this capacity and these leases may have left deliveries of a target behind. The end of an
 * attempt at such a target is worth another poll; at any other target it is not, however long the queue is.
 */
export function targetsLeftBehind(
  capacity: Capacity,
  leased: readonly Target[],
): (target: Target) => boolean {
  const ofTargets = countsOf(leased.map(({ target }) => target));
  const ofHosts = countsOf(leased.map(({ host }) => host));
  const ofAccounts = countsOf(leased.map(({ userId }) => userId));
  const onHosts = countsOf([
    ...leased.map(nameOnHost),
    ...capacity.onHosts.flatMap((account) => Array<string>(account.leases).fill(nameOnHost(account))),
  ]);
  const halfOpen = new Set(
    capacity.breakers.filter(({ waitMs }) => waitMs === undefined).map(({ target }) => target),
  );
  return ({ userId, host, target }) =>
    leased.length >= capacity.free ||
    halfOpen.has(target) ||
    (ofTargets.get(target) ?? 0) >= (capacity.targets.get(target) ?? capacity.perTarget) ||
    (ofHosts.get(host) ?? 0) >= (capacity.hosts.get(host) ?? capacity.perHost) ||
    (onHosts.get(nameOnHost({ userId, host })) ?? 0) >=
      (capacity.perAccountOnHost.get(host) ?? capacity.perHost) ||
    (ofAccounts.get(userId) ?? 0) >= (capacity.accounts.get(userId) ?? capacity.perAccount);
}

const nameOnHost = ({ userId, host }: Pick<Target, "userId" | "host">) => `${userId} ${host}`;

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
