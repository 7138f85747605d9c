import type { BankState } from "@receipts/contracts";

/** The attempts of one minute; the minute that runs now is 0 minutes ago. */
export interface MinuteOfAttempts {
  readonly minutesAgo: number;
  readonly answered: number;
  readonly unavailable: number;
  /** A bit for each asker without an answer. */
  readonly askersInVain: bigint;
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
/** One account's requests, or a canary, may be what is wrong. */
const SEVERAL_ASKERS = 3;
/** Three minutes of the clock that were mostly in vain: for longer than one minute, however they fall. */
const MINUTES_OF_SEVERAL = 3;

/**
 * The state of a bank from its recent attempts:
 *   no attempt                                              unknown
 *   3 attempts and more, over half in vain, or breaker open
 *     for 3 askers and more, in 3 of the last 5 minutes     down
 *     for fewer, in each of them, without one answer        down
 *   breaker open, or a tenth and more in vain               degraded
 *   else                                                    operational
 * What is down stays so until most of the newest attempts have an answer. No single account can take a bank down for all
 * within a minute or while others have answers.
 */
export function bankStateOf(signs: BankSigns, before: BankState): BankState {
  const { attempts, unavailable } = recentAttempts(signs.minutes);
  if (attempts === 0) return "unknown";
  const share = unavailable / attempts;
  const isInVain = signs.breakerOpen || (attempts >= ENOUGH_ATTEMPTS && share > DOWN_SHARE);
  if (isInVain && (before === "down" || hasLasted(signs.minutes))) return "down";
  return signs.breakerOpen || share >= DEGRADED_SHARE ? "degraded" : "operational";
}

function hasLasted(minutes: readonly MinuteOfAttempts[]): boolean {
  const judged = minutes.filter(({ minutesAgo }) => minutesAgo < judgedMinutes);
  const inVain = judged.filter(({ answered, unavailable }) => unavailable > answered);
  const isSeveral = askersOf(inVain) >= SEVERAL_ASKERS;
  if (isSeveral) return inVain.length >= MINUTES_OF_SEVERAL;
  return inVain.length === judgedMinutes && inVain.every(({ answered }) => answered === 0);
}

function askersOf(minutes: readonly MinuteOfAttempts[]): number {
  const bits = minutes.reduce((all, { askersInVain }) => all | askersInVain, 0n);
  return bits.toString(2).replaceAll("0", "").length;
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
