import type { LeasedDelivery } from "./delivery-repository.ts";

type UserId = LeasedDelivery["userId"];

/** Progress of one poll. */
export interface CursorStep {
  /** The last account visited; null after the last of all accounts. */
  readonly account: UserId | null;
  /** Accounts whose hosts were continued from an earlier poll. */
  readonly resumed: readonly UserId[] | null;
  /** For each account with more hosts than were visited: the last one visited. */
  readonly cut: Readonly<Record<UserId, string>> | null;
}

/** Position of the walk over accounts with pending deliveries, and over the hosts of each, kept between polls. */
export interface TargetCursor {
  readonly account: () => UserId;
  readonly hosts: () => ReadonlyMap<UserId, string>;
  /** Applies a poll's step; undefined if the poll did not walk. Returns whether the round continues. */
  readonly advance: (step: CursorStep | undefined) => boolean;
}

/** Accounts with more hosts than one poll visits. An evicted account restarts at its first host. */
const MAX_TRACKED = 1_000;

export function createTargetCursor(): TargetCursor {
  let account = "";
  const hosts = new Map<UserId, string>();
  /**
   * Walked to their last host in this round. The round does not wait for them: accounts out of step would prolong it.
   */
  const done = new Set<UserId>();

  const advanceHosts = (resumed: readonly UserId[], cut: ReadonlyMap<UserId, string>) => {
    for (const userId of resumed) {
      hosts.delete(userId);
      if (!cut.has(userId)) done.add(userId);
    }
    for (const [userId, host] of cut) hosts.set(userId, host);
    const tooMany = Math.max(0, hosts.size - MAX_TRACKED);
    for (const userId of [...hosts.keys()].slice(0, tooMany)) hosts.delete(userId);
  };

  return {
    account: () => account,
    hosts: () => hosts,
    advance: (step) => {
      const cut = new Map(Object.entries(step?.cut ?? {}));
      if (step === undefined) hosts.clear();
      else advanceHosts(step.resumed ?? [], cut);
      account = step?.account ?? "";
      const continues = account !== "" || [...cut.keys()].some((userId) => !done.has(userId));
      if (!continues) done.clear();
      return continues;
    },
  };
}
