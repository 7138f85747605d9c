/** Delay before a message is redelivered after its `attempt`-th rejection. */
export type RetryDelayMs = (attempt: number) => number;

const firstDelayMs = 100;
const maxDelayMs = 10_000;

/**
 * 100 ms · 200 · 400 · 800 · 1.6 s · 3.2 s · 6.4 s · 10 s · 10 s …
 *
 * A short database outage is over at the second attempt; a long one costs each message one attempt in 10 s.
 */
export const defaultRetryDelayMs: RetryDelayMs = (attempt) =>
  Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs);
