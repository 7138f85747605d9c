import type { BankState } from "@receipts/contracts";

/** The attempts of one minute; the minute that runs now is 0 minutes ago. */
export interface MinuteOfAttempts {
  readonly minutesAgo: number;
  readonly answered: number;
  readonly unavailable: number;
}

export interface BankSigns {
  /** Newest first; minutes without attempts may be missing. */
  readonly minutes: readonly MinuteOfAttempts[];
  /** A verifier's breaker has opened, and no verifier has had an answer since. */
  readonly breakerOpen: boolean;
}

/** What happened before says nothing of the present. Attempts of a canary come once a minute. */
export const judgedMinutes = 5;
/** This minute and the one before are always looked at: what a minute has just begun with is too little. */
const FRESH_MINUTES = 2;
/** With fewer attempts than these, older minutes are looked at too. */
const ENOUGH_ATTEMPTS = 3;
/** A lost packet in a hundred attempts is not news; one in ten is felt at the counter. */
const DEGRADED_SHARE = 0.1;
const DOWN_SHARE = 0.5;

/**
 * The state of a bank from its recent attempts:
 *   no attempt                               unknown
 *   breaker open                             down
 *   3 attempts and more, over half in vain   down
 *   a tenth and more in vain                 degraded
 *   else                                     operational
 */
export function bankStateOf(signs: BankSigns): BankState {
  const { attempts, unavailable } = recentAttempts(signs.minutes);
  if (attempts === 0) return "unknown";
  if (signs.breakerOpen) return "down";
  const share = unavailable / attempts;
  if (attempts >= ENOUGH_ATTEMPTS && share > DOWN_SHARE) return "down";
  return share >= DEGRADED_SHARE ? "degraded" : "operational";
}

/** Of as few minutes as tell something: a busy bank shows within a minute, one that only its canary asks within three. */
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
