type UserId = string;

/** Progress of one poll. */
export interface CursorStep {
  /** The last account visited; null after the last of all accounts. */
  readonly account: UserId | null;
  /** Accounts whose targets were continued from an earlier poll. */
  readonly resumed: readonly UserId[] | null;
  /** For each account with more targets than were visited: the last one visited. */
  readonly cut: Readonly<Record<UserId, string>> | null;
}

/** Position of the walk over accounts with pending deliveries, and over the targets of each, kept between polls. */
export interface TargetCursor {
  readonly account: () => UserId;
  readonly targets: () => ReadonlyMap<UserId, string>;
  /** Applies a poll's step; undefined if the poll did not walk. Returns whether the round continues. */
  readonly advance: (step: CursorStep | undefined) => boolean;
}

/** Accounts with more targets than one poll visits. An evicted account restarts at its first target. */
const MAX_TRACKED = 1_000;

export function createTargetCursor(): TargetCursor {
  let account = "";
  const targets = new Map<UserId, string>();
  /**
   * Walked to their last target in this round. The round does not wait for them: accounts out of step would prolong it.
   */
  const done = new Set<UserId>();

  const advanceTargets = (resumed: readonly UserId[], cut: ReadonlyMap<UserId, string>) => {
    for (const userId of resumed) {
      targets.delete(userId);
      if (!cut.has(userId)) done.add(userId);
    }
    for (const [userId, target] of cut) targets.set(userId, target);
    const tooMany = Math.max(0, targets.size - MAX_TRACKED);
    for (const userId of [...targets.keys()].slice(0, tooMany)) targets.delete(userId);
  };

  return {
    account: () => account,
    targets: () => targets,
    advance: (step) => {
      const cut = new Map(Object.entries(step?.cut ?? {}));
      if (step === undefined) targets.clear();
      else advanceTargets(step.resumed ?? [], cut);
      account = step?.account ?? "";
      const continues = account !== "" || [...cut.keys()].some((userId) => !done.has(userId));
      if (!continues) done.clear();
      return continues;
    },
  };
}
