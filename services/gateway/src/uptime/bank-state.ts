import type { BankState } from "@receipts/contracts";

/** Attempts of one minute; the current minute is 0 minutes ago. */
export interface MinuteOfAttempts {
  readonly minutesAgo: number;
  readonly answered: number;
  readonly unavailable: number;
  /** One bit per account or canary without a response. */
  readonly failingCallers: bigint;
}

export interface BankHealth {
  /** Newest first. Minutes without attempts can be missing. */
  readonly minutes: readonly MinuteOfAttempts[];
  /** A verifier's breaker opened, and no verifier got a response since. */
  readonly breakerOpen: boolean;
}

/** Older attempts say nothing about the current state. Canary attempts come once a minute. */
export const judgedMinutes = 5;
/** The current and the previous minute always count: a minute that has just started has too few attempts. */
const FRESH_MINUTES = 2;
/** With fewer attempts, older minutes count too. */
const ENOUGH_ATTEMPTS = 3;
/** One lost packet in a hundred is normal; one in ten is noticed at the counter. */
const DEGRADED_SHARE = 0.1;
const DOWN_SHARE = 0.5;
/** With fewer, the cause may be one account's requests or a canary. */
const SEVERAL_ACCOUNTS = 3;
/** Three calendar minutes cover more than one full minute in every case. */
const MINUTES_OF_SEVERAL = 3;

/**
 * Returns the state of a bank from its recent attempts:
 * - no attempt: unknown
 * - at least 3 attempts and over half failed, or breaker open; with 3 or more accounts failing in 3 of the last 5
 *   minutes: down
 * - the same with fewer accounts, in each of the last 5 minutes and without any response: down
 * - breaker open, or at least a tenth failed: degraded
 * - otherwise: operational
 * A bank that is down stays down until most of the newest attempts get a response. No single account can take a bank
 * down for all within a minute, or while others get responses.
 */
export function bankStateOf(health: BankHealth, before: BankState): BankState {
  const { attempts, unavailable } = recentAttempts(health.minutes);
  if (attempts === 0) return "unknown";
  const share = unavailable / attempts;
  const isFailing = health.breakerOpen || (attempts >= ENOUGH_ATTEMPTS && share > DOWN_SHARE);
  if (isFailing && (before === "down" || hasLasted(health.minutes))) return "down";
  return health.breakerOpen || share >= DEGRADED_SHARE ? "degraded" : "operational";
}

function hasLasted(minutes: readonly MinuteOfAttempts[]): boolean {
  const judged = minutes.filter(({ minutesAgo }) => minutesAgo < judgedMinutes);
  const failing = judged.filter(({ answered, unavailable }) => unavailable > answered);
  const areSeveral = countFailingAccounts(failing) >= SEVERAL_ACCOUNTS;
  if (areSeveral) return failing.length >= MINUTES_OF_SEVERAL;
  return failing.length === judgedMinutes && failing.every(({ answered }) => answered === 0);
}

function countFailingAccounts(minutes: readonly MinuteOfAttempts[]): number {
  const bits = minutes.reduce((all, { failingCallers }) => all | failingCallers, 0n);
  return bits.toString(2).replaceAll("0", "").length;
}

/** Counts as few minutes as needed: a busy bank shows within a minute, one with only its canary within three. */
function recentAttempts(minutes: readonly MinuteOfAttempts[]): { attempts: number; unavailable: number } {
  let attempts = 0;
  let unavailable = 0;
  for (const minute of minutes) {
    const isFresh = minute.minutesAgo < FRESH_MINUTES;
    if (minute.minutesAgo >= judgedMinutes || (!isFresh && attempts >= ENOUGH_ATTEMPTS)) break;
    attempts += minute.answered + minute.unavailable;
    unavailable += minute.unavailable;
  }
  return { attempts, unavailable };
}
