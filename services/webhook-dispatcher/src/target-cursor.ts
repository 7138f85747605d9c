import type { LeasedDelivery } from "./delivery-repository.ts";

type UserId = LeasedDelivery["userId"];

/** How far one look came. */
export interface CursorStep {
  /** The last account that it visited; null when it came to the end of them. */
  readonly account: UserId | null;
  /** Accounts that it visited from where an earlier look had left them. */
  readonly resumed: readonly UserId[] | null;
  /** The last host that it visited of each account that has more of them. */
  readonly cut: Readonly<Record<UserId, string>> | null;
}

/** Where the walk over who waits has come to, from look to look: over the accounts, and over the hosts of each. */
export interface TargetCursor {
  readonly account: () => UserId;
  readonly hosts: () => ReadonlyMap<UserId, string>;
  /** Takes a look's step, undefined of a look that had no need to walk; answers whether this round goes on. */
  readonly advance: (step: CursorStep | undefined) => boolean;
}

/** Accounts whose hosts are too many for one look; who is forgotten begins at the first host again. */
const MOST_REMEMBERED = 1_000;

export function createTargetCursor(): TargetCursor {
  let account = "";
  const hosts = new Map<UserId, string>();
  /** Walked to their last host in this round: it need not wait for them, or accounts out of step would keep it going. */
  const done = new Set<UserId>();

  const moveHosts = (resumed: readonly UserId[], cut: ReadonlyMap<UserId, string>) => {
    for (const userId of resumed) {
      hosts.delete(userId);
      if (!cut.has(userId)) done.add(userId);
    }
    for (const [userId, host] of cut) hosts.set(userId, host);
    const tooMany = Math.max(0, hosts.size - MOST_REMEMBERED);
    for (const userId of [...hosts.keys()].slice(0, tooMany)) hosts.delete(userId);
  };

  return {
    account: () => account,
    hosts: () => hosts,
    advance: (step) => {
      const cut = new Map(Object.entries(step?.cut ?? {}));
      if (step === undefined) hosts.clear();
      else moveHosts(step.resumed ?? [], cut);
      account = step?.account ?? "";
      const goesOn = account !== "" || [...cut.keys()].some((userId) => !done.has(userId));
      if (!goesOn) done.clear();
      return goesOn;
    },
  };
}
