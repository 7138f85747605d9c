/**
 * Default of `WEBHOOK_RETRY_SCHEDULE`: delays before attempts 1 to 5
 *
 *   0 s      at once
 *   30 s     covers a restart            0:00:30
 *   2 min    covers a deploy             0:02:30
 *   8 min    covers a failover           0:10:30
 *   30 min   last call                   0:40:30   then exhausted
 */
export const defaultRetrySchedule = "0s,30s,2m,8m,30m";

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const MAX_STEPS = 20;

/** Parses `0s,30s,2m` into milliseconds. Returns undefined if the text is not a schedule. */
export function parseRetrySchedule(text: string): readonly number[] | undefined {
  const steps = text.split(",").map((step) => {
    const [, amount, unit] = /^\s*(\d{1,6})(ms|s|m|h)\s*$/.exec(step) ?? [];
    return amount === undefined || unit === undefined ? undefined : Number(amount) * (unitMs[unit] ?? 0);
  });
  const known = steps.filter((step) => step !== undefined);
  return known.length === steps.length && steps.length <= MAX_STEPS ? known : undefined;
}

/** Longest `Retry-After` that is honoured: a day. */
const MAX_RETRY_AFTER_MS = 86_400_000;
const JITTER = 0.1;

export interface NextAttemptInput {
  readonly schedule: readonly number[];
  /** Attempts made so far. */
  readonly attempts: number;
  readonly retryAfter: string | undefined;
  readonly now: Date;
  /** 0 to 1. */
  readonly random: number;
}

/** Returns milliseconds until the next attempt; undefined when the schedule has ended. */
export function nextAttemptInMs(input: NextAttemptInput): number | undefined {
  const delay = input.schedule[input.attempts];
  if (delay === undefined) return undefined;
  const jittered = input.attempts === 0 ? delay : delay * (1 + JITTER * input.random);
  return Math.round(Math.max(jittered, retryAfterMs(input.retryAfter, input.now)));
}

/**
 * Parses `Retry-After`, in seconds or as a date. Returns 0 if it is missing or invalid: it can only lengthen a delay.
 */
function retryAfterMs(text: string | undefined, now: Date): number {
  if (text === undefined) return 0;
  const trimmed = text.trim();
  const ms = /^\d+$/.test(trimmed) ? Number(trimmed) * 1_000 : Date.parse(trimmed) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0;
}
