/** An upper limit for normal durations, learnt from earlier ones. */
export interface UsualTime {
  add(ms: number): void;
  /** Longer than nearly all durations; a first guess until there are some. */
  limitMs(): number;
}

export interface TimeBounds {
  readonly firstGuessMs: number;
  readonly minMs: number;
  readonly maxMs: number;
}

/** As TCP's retransmission timeout (RFC 6298): the smoothed mean plus four times the smoothed deviation. */
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
