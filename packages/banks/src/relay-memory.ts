import type { WarnOperator } from "./bank-endpoint.ts";

/** One HTTP proxy that a bank is asked through. */
export interface Relay {
  /** `host:port`, without credentials: for metrics and logs. */
  readonly name: string;
  /** May hold a password: never printed. */
  readonly proxyUrl: string;
}

/**
 * - `answered`: carried a request and its whole answer
 * - `refused`: takes no connection, or refuses `CONNECT` itself
 * - `unreachable`: could not connect to the bank, or lost the connection
 * - `blocked`: the bank's firewall refuses this relay
 * - `stalled`: not connected in time
 * - `silent`: connected, and no whole answer in time
 *
 * Only `refused` is a relay's fault by itself. The others are, when another relay carried the same request; else they are
 * the bank's.
 */
export const relayOutcomes = ["answered", "refused", "unreachable", "blocked", "stalled", "silent"] as const;
export type RelayOutcome = (typeof relayOutcomes)[number];
export type RelayFault = Exclude<RelayOutcome, "answered">;

/** What one process knows of a bank's relays. */
export interface RelayMemory {
  readonly relays: readonly Relay[];
  /**
   * For one request: usable ones first, then those that failed lately. Of the usable ones the one with the fewest requests,
   * in turn: one that is slow, or has begun to hang, gets fewer. Of the others the one that failed longest ago.
   */
  order(): readonly Relay[];
  /** Counts a request that was given to this relay first, until the returned function is called. */
  occupy(relay: Relay): () => void;
  isUsable(relay: Relay): boolean;
  /** A relay that failed and is due for another request, beside the one that begins now; due again when it has an outcome. */
  takeDue(): Relay | undefined;
  note(relay: Relay, outcome: RelayOutcome): void;
}

/** Half of telebirr's handshakes die by themselves, two at a time are a quarter: one stall says little of the relay. */
const FAULTS_IN_A_ROW = 3;

/**
 * Pause before a relay that failed is tried again: 5 s, 10 s, 20 s, … 5 min. Each trial is a request more for the bank: at
 * most one in 20, or one in 5 minutes where there are fewer.
 */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;
const REQUESTS_PER_TRIAL = 20;

interface Failure {
  readonly at: number;
  readonly pauseMs: number;
  isTried: boolean;
}

interface Known {
  requests: number;
  faults: number;
  /** Undefined while it is usable. */
  failure: Failure | undefined;
}

/** Many requests may meet the same failure: only a trial makes the pause longer. */
function pauseAfter(failure: Failure | undefined): number {
  if (failure === undefined) return FIRST_PAUSE_MS;
  return failure.isTried ? Math.min(failure.pauseMs * 2, LONGEST_PAUSE_MS) : failure.pauseMs;
}

export interface RelayMemoryOptions {
  readonly onOutcome: (relay: Relay, outcome: RelayOutcome) => void;
  readonly warn: WarnOperator;
  readonly now?: () => number;
}

export function createRelayMemory(relays: readonly Relay[], options: RelayMemoryOptions): RelayMemory {
  const { now = () => performance.now() } = options;
  const nothing = (): Known => ({ requests: 0, faults: 0, failure: undefined });
  const known = new Map<Relay, Known>(relays.map((relay) => [relay, nothing()]));
  const knownOf = (relay: Relay): Known => known.get(relay) ?? nothing();
  const isUsable = (relay: Relay) => knownOf(relay).failure === undefined;
  let turn = 0;
  let requestsSinceTrial = 0;

  function isDue({ failure }: Known): boolean {
    if (failure === undefined || failure.isTried) return false;
    const elapsed = now() - failure.at;
    const isRare = requestsSinceTrial >= REQUESTS_PER_TRIAL || elapsed >= LONGEST_PAUSE_MS;
    return elapsed >= failure.pauseMs && isRare;
  }

  function fail(relay: Relay, outcome: RelayFault): void {
    const state = knownOf(relay);
    const { failure } = state;
    state.faults += 1;
    if (failure === undefined && outcome !== "refused" && state.faults < FAULTS_IN_A_ROW) return;
    if (failure === undefined) options.warn("bank.relay_lost", { relay: relay.name, outcome });
    state.failure = { at: now(), pauseMs: pauseAfter(failure), isTried: false };
  }

  function recover(relay: Relay): void {
    const state = knownOf(relay);
    if (state.failure !== undefined) options.warn("bank.relay_back", { relay: relay.name });
    state.faults = 0;
    state.failure = undefined;
  }

  return {
    relays,
    isUsable,
    order: () => {
      requestsSinceTrial += 1;
      const usable = relays.filter(isUsable);
      const first = usable.length === 0 ? 0 : turn++ % usable.length;
      const failedAt = (relay: Relay) => knownOf(relay).failure?.at ?? 0;
      const failed = relays
        .filter((relay) => !isUsable(relay))
        .toSorted((one, other) => failedAt(one) - failedAt(other));
      const inTurn = [...usable.slice(first), ...usable.slice(0, first)];
      const requestsOf = (relay: Relay) => knownOf(relay).requests;
      return [...inTurn.toSorted((one, other) => requestsOf(one) - requestsOf(other)), ...failed];
    },
    occupy: (relay) => {
      const state = knownOf(relay);
      state.requests += 1;
      return () => {
        state.requests -= 1;
      };
    },
    takeDue: () => {
      // Without a usable one, every request is a trial.
      const due = relays.some(isUsable) ? relays.find((relay) => isDue(knownOf(relay))) : undefined;
      const failure = due && knownOf(due).failure;
      if (failure === undefined) return undefined;
      failure.isTried = true;
      requestsSinceTrial = 0;
      return due;
    },
    note: (relay, outcome) => {
      options.onOutcome(relay, outcome);
      if (outcome === "answered") recover(relay);
      else fail(relay, outcome);
    },
  };
}
