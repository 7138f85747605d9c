import type { BreakerGate, LeasedDelivery } from "./delivery-repository.ts";

type Target = Pick<LeasedDelivery, "userId" | "host">;

export interface TargetBreakers {
  /** Those that are open, and those that let one attempt find out. */
  readonly rooms: () => readonly BreakerGate[];
  readonly began: (target: Target) => void;
  /** `undefined`: the attempt was given back, and tells nothing. */
  readonly ended: (target: Target, answered: boolean | undefined) => void;
}

interface BreakerState {
  readonly target: Target;
  failures: number;
  /** How long it opens the next time. */
  openMs: number;
  openUntil: number | undefined;
  probing: boolean;
}

/**
 * In a row, without any answer. An answer of whatever status closes it: it frees its slot at once, and the schedule alone
 * is patient enough.
 *
 *   opens for 5 s, 10 s, 20 s, 40 s, then 1 min each time; a single attempt in between finds out
 */
const FAILURES_TO_OPEN = 10;
const FIRST_OPEN_MS = 5_000;
const LONGEST_OPEN_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/** A breaker for each account and host: what one account's URL does says nothing about another's on the same host. */
export function createTargetBreakers({ now }: { readonly now: () => number }): TargetBreakers {
  const states = new Map<string, BreakerState>();
  const keyOf = ({ userId, host }: Target) => `${userId} ${host}`;

  const fail = (target: Target): void => {
    const key = keyOf(target);
    const state = states.get(key) ?? closed(target);
    states.delete(key);
    states.set(key, state); // the oldest is at the front
    const [oldest] = states.keys();
    if (states.size > MOST_REMEMBERED && oldest !== undefined) states.delete(oldest);
    state.failures += 1;
    // Those that began before it opened say nothing new.
    const mayOpen = state.openUntil === undefined || state.openUntil <= now();
    if (state.failures < FAILURES_TO_OPEN || !mayOpen) return;
    state.openUntil = now() + state.openMs;
    state.openMs = Math.min(state.openMs * 2, LONGEST_OPEN_MS);
    state.probing = false;
  };

  return {
    rooms: () =>
      [...states.values()]
        .filter(({ openUntil }) => openUntil !== undefined)
        .map((state) => ({ ...pick(state.target), waitMs: waitOf(state, now()) })),
    began: (target) => {
      const state = states.get(keyOf(target));
      if (state?.openUntil !== undefined && state.openUntil <= now()) state.probing = true;
    },
    ended: (target, answered) => {
      if (answered === true) states.delete(keyOf(target));
      else if (answered === false) fail(target);
      else {
        const state = states.get(keyOf(target));
        if (state !== undefined) state.probing = false;
      }
    },
  };
}

function closed(target: Target): BreakerState {
  return { target: pick(target), failures: 0, openMs: FIRST_OPEN_MS, openUntil: undefined, probing: false };
}

const pick = ({ userId, host }: Target): Target => ({ userId, host });

function waitOf({ openUntil, openMs, probing }: BreakerState, now: number): number | undefined {
  if (openUntil !== undefined && openUntil > now) return openUntil - now;
  return probing ? openMs / 2 : undefined;
}
