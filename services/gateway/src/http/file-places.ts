import { ApiProblem } from "./api-problem.ts";

/** Places for files that a process sends. */
export interface FilePlaces {
  /** Takes a place until it is disposed of. The signal ends a file that loses its place. Throws if a bound is reached. */
  take(userId: string): Disposable & { readonly signal: AbortSignal };
}

export interface FileBounds {
  readonly ofAccount: number;
  readonly ofProcess: number;
  /** Then a file gives its place to another account that waits for one. */
  readonly undisturbedMs?: number;
}

/** So long an account that has lost its place takes free places only: two that take turns keep out no third. */
const AFTER_LOSS_MS = 600_000;
const RETRY_AFTER = { retryAfterSeconds: 30 };

interface Place {
  readonly userId: string;
  readonly ending: AbortController;
  readonly since: number;
}

/** Of the files that have had their time, the oldest ends if another account needs its place. */
export function createFilePlaces({ ofAccount, ofProcess, undisturbedMs = 60_000 }: FileBounds): FilePlaces {
  const losses = new Map<string, number>();
  /** When each account took its first place of those that it has held without a longer break. */
  const tenures = new Map<string, { readonly since: number; readonly left: number }>();
  const hasLost = (userId: string) =>
    performance.now() - (losses.get(userId) ?? -AFTER_LOSS_MS) < AFTER_LOSS_MS;
  const taken = new Set<Place>();

  function makeRoom(userId: string): void {
    const [oldest] = [...taken]
      .filter((place) => place.userId !== userId)
      .toSorted((a, b) => a.since - b.since);
    if (oldest === undefined || hasLost(userId) || performance.now() - oldest.since < undisturbedMs)
      throw new ApiProblem("service_unavailable", { ...RETRY_AFTER, message: "Others take files now" });
    oldest.ending.abort();
    taken.delete(oldest);
    for (const id of losses.keys()) if (!hasLost(id)) losses.delete(id);
    losses.set(oldest.userId, performance.now());
  }

  /** A file that ends and begins again is no new one: two that renew theirs would keep out a third. */
  function sinceOf(userId: string): number {
    const now = performance.now();
    for (const [id, { left }] of tenures) if (now - left >= undisturbedMs) tenures.delete(id);
    const open = [...taken].filter((place) => place.userId === userId).map(({ since }) => since);
    return Math.min(tenures.get(userId)?.since ?? now, ...open);
  }

  return {
    take(userId) {
      const own = [...taken].filter((place) => place.userId === userId);
      if (own.length >= ofAccount)
        throw new ApiProblem("rate_limited", {
          ...RETRY_AFTER,
          message: "This account takes as many files already as it can at a time: take this one after them",
        });
      if (taken.size >= ofProcess) makeRoom(userId);
      const place = { userId, ending: new AbortController(), since: sinceOf(userId) };
      taken.add(place);
      return {
        signal: place.ending.signal,
        [Symbol.dispose]: () => {
          if (!taken.delete(place)) return;
          const since = Math.min(place.since, tenures.get(userId)?.since ?? place.since);
          tenures.set(userId, { since, left: performance.now() });
        },
      };
    },
  };
}
