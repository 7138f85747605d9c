/** Parts of the window: the oldest part is forgotten at once. */
const PARTS = 10;

interface Counts {
  readonly attempts: number;
  readonly failures: number;
}

/** Attempts at a bank in a sliding window, by account or canary. */
export function createRecentAttempts(windowMs: number) {
  const partMs = windowMs / PARTS;
  const parts = new Map<number, Map<string, Counts>>();

  function note(requester: string, more: Counts): void {
    const now = Math.floor(performance.now() / partMs);
    for (const part of parts.keys()) if (part <= now - PARTS) parts.delete(part);
    const part = parts.get(now) ?? new Map<string, Counts>();
    parts.set(now, part);
    const before = part.get(requester) ?? { attempts: 0, failures: 0 };
    part.set(requester, {
      attempts: before.attempts + more.attempts,
      failures: before.failures + more.failures,
    });
  }

  function countsByRequester(): ReadonlyMap<string, Counts> {
    const sums = new Map<string, Counts>();
    for (const part of parts.values())
      for (const [requester, { attempts, failures }] of part) {
        const sum = sums.get(requester) ?? { attempts: 0, failures: 0 };
        sums.set(requester, { attempts: sum.attempts + attempts, failures: sum.failures + failures });
      }
    return sums;
  }

  return {
    attempted: (requester: string) => note(requester, { attempts: 1, failures: 0 }),
    /** One of those attempts. */
    failed: (requester: string) => note(requester, { attempts: 0, failures: 1 }),
    clear: () => parts.clear(),
    /** Those with a failure. */
    failing: (): readonly string[] =>
      [...countsByRequester()].filter(([, { failures }]) => failures > 0).map(([requester]) => requester),
    /**
     * Whether more than this share of at least `volume` attempts failed, of all and on average over those who asked. The
     * failing receipts of one account thus close no bank that responds to the others. Failures of `suspects` count only
     * beside those of others.
     */
    isFailing: (volume: number, percent: number, isSuspect: (requester: string) => boolean): boolean => {
      const byRequester = countsByRequester();
      const isTrusted = ([requester, { failures }]: [string, Counts]) =>
        failures > 0 && !isSuspect(requester);
      if (![...byRequester].some(isTrusted)) return false;
      const counts = [...byRequester.values()];
      const attempts = sumOf(counts.map((each) => each.attempts));
      if (attempts < volume) return false;
      const failures = sumOf(counts.map((each) => each.failures));
      const average =
        sumOf(counts.map((each) => Math.min(1, each.failures / Math.max(1, each.attempts)))) / counts.length;
      return 100 * (failures / attempts) > percent && 100 * average > percent;
    },
  };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
