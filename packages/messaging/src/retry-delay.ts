/** How long a message waits before it is handed out again after its `attempt`-th rejection. */
export type RetryDelayMs = (attempt: number) => number;

const firstDelayMs = 100;
const longestDelayMs = 10_000;

/**
 * 100 ms · 200 · 400 · 800 · 1.6 s · 3.2 s · 6.4 s · 10 s · 10 s …
 * A blip of the database is over at the second try; an outage costs each message one try in ten seconds.
 */
export const defaultRetryDelayMs: RetryDelayMs = (attempt) =>
  Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs);
