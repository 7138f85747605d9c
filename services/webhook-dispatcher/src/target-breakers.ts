import type { BreakerGate, LeasedDelivery } from "./delivery-repository.ts";

type Target = Pick<LeasedDelivery, "target">;

export interface TargetBreakers {
  /** Open and half-open breakers. */
  readonly gates: () => readonly BreakerGate[];
  readonly started: (target: Target) => void;
  /** `responded` is undefined if the attempt was released or says nothing about the target. */
  readonly ended: (target: Target, responded: boolean | undefined) => void;
}

interface BreakerState {
  readonly target: string;
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

/** One breaker per target: an account's URL says nothing about another's, or about its other endpoints, on the same host. */
export function createTargetBreakers({ now }: { readonly now: () => number }): TargetBreakers {
  const states = new Map<string, BreakerState>();

  const fail = (target: string): void => {
    const state = states.get(target) ?? closed(target);
    states.delete(target);
    states.set(target, state); // the oldest is at the front
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
        .map((state) => ({ target: state.target, waitMs: waitOf(state, now()) })),
    started: ({ target }) => {
      const state = states.get(target);
      if (state?.openUntil !== undefined && state.openUntil <= now()) state.probing = true;
    },
    ended: ({ target }, responded) => {
      if (responded === true) states.delete(target);
      else if (responded === false) fail(target);
      else {
        const state = states.get(target);
        if (state !== undefined) state.probing = false;
      }
    },
  };
}

function closed(target: string): BreakerState {
  return { target, failures: 0, openMs: FIRST_OPEN_MS, openUntil: undefined, probing: false };
}

function waitOf({ openUntil, openMs, probing }: BreakerState, now: number): number | undefined {
  if (openUntil !== undefined && openUntil > now) return openUntil - now;
  return probing ? openMs / 2 : undefined;
}
