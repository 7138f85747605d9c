/** How long something takes as a rule, by the times that it took. */
export interface UsualTime {
  add(ms: number): void;
  /** Longer than all but a few took; the first guess until there are some. */
  limitMs(): number;
}

export interface TimeBounds {
  readonly firstGuessMs: number;
  readonly minMs: number;
  readonly maxMs: number;
}

/** As TCP finds its retransmission timeout (RFC 6298): the smoothed mean and four times the smoothed deviation. */
export function createUsualTime({ firstGuessMs, minMs, maxMs }: TimeBounds): UsualTime {
  let mean: number | undefined;
  let deviation = 0;
  return {
    add: (ms) => {
      deviation = mean === undefined ? ms / 2 : deviation + (Math.abs(ms - mean) - deviation) / 4;
      mean = mean === undefined ? ms : mean + (ms - mean) / 8;
    },
    limitMs: () => Math.min(maxMs, Math.max(minMs, mean === undefined ? firstGuessMs : mean + 4 * deviation)),
  };
}
