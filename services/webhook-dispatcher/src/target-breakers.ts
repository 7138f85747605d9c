import type { BreakerGate, LeasedDelivery } from "./delivery-repository.ts";

type Target = Pick<LeasedDelivery, "userId" | "host">;

export interface TargetBreakers {
  /** Open and half-open breakers. */
  readonly gates: () => readonly BreakerGate[];
  readonly started: (target: Target) => void;
  /** `responded` is undefined if the attempt was released or says nothing about the target. */
  readonly ended: (target: Target, responded: boolean | undefined) => void;
}

interface BreakerState {
  readonly target: Target;
  failures: number;
  /** Duration of the next opening. */
  openMs: number;
  openUntil: number | undefined;
  probing: boolean;
}

/**
 * Consecutive attempts without a response. Any response closes the breaker, even an error: it frees its slot at once,
 * and the schedule's delays are enough for errors.
 *
 *   opens for 5 s, 10 s, 20 s, 40 s, then 1 min each time; one probe in between
 */
const FAILURES_TO_OPEN = 10;
const FIRST_OPEN_MS = 5_000;
const MAX_OPEN_MS = 60_000;
const MAX_TRACKED = 10_000;

/** One breaker per account and host: one account's URL says nothing about another's on the same host. */
export function createTargetBreakers({ now }: { readonly now: () => number }): TargetBreakers {
  const states = new Map<string, BreakerState>();
  const keyOf = ({ userId, host }: Target) => `${userId} ${host}`;

  const fail = (target: Target): void => {
    const key = keyOf(target);
    const state = states.get(key) ?? closed(target);
    states.delete(key);
    states.set(key, state); // the oldest is at the front
    const [oldest] = states.keys();
    if (states.size > MAX_TRACKED && oldest !== undefined) states.delete(oldest);
    state.failures += 1;
    // Attempts that started before it opened say nothing new.
    const mayOpen = state.openUntil === undefined || state.openUntil <= now();
    if (state.failures < FAILURES_TO_OPEN || !mayOpen) return;
    state.openUntil = now() + state.openMs;
    state.openMs = Math.min(state.openMs * 2, MAX_OPEN_MS);
    state.probing = false;
  };

  return {
    gates: () =>
      [...states.values()]
        .filter(({ openUntil }) => openUntil !== undefined)
        .map((state) => ({ ...pick(state.target), waitMs: waitOf(state, now()) })),
    started: (target) => {
      const state = states.get(keyOf(target));
      if (state?.openUntil !== undefined && state.openUntil <= now()) state.probing = true;
    },
    ended: (target, responded) => {
      if (responded === true) states.delete(keyOf(target));
      else if (responded === false) fail(target);
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
