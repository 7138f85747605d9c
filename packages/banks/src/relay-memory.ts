import type { WarnOperator } from "./bank-endpoint.ts";

/** One HTTP proxy for requests to a bank. */
export interface Relay {
  /** `host:port`, without credentials: for metrics and logs. */
  readonly name: string;
  /** May hold a password: never printed. */
  readonly proxyUrl: string;
}

/**
 * - `answered`: carried a request and its complete response
 * - `refused`: accepts no connection, or refuses `CONNECT` itself
 * - `unreachable`: could not connect to the bank, or lost the connection
 * - `blocked`: the bank's firewall refuses this relay
 * - `stalled`: not connected in time
 * - `silent`: connected, but no complete response in time
 *
 * Only `refused` always counts against the relay. The others count against it only if another relay carried the same
 * request; otherwise they count against the bank.
 */
export const relayOutcomes = ["answered", "refused", "unreachable", "blocked", "stalled", "silent"] as const;
export type RelayOutcome = (typeof relayOutcomes)[number];
export type RelayFault = Exclude<RelayOutcome, "answered">;

/** State of a bank's relays in one process. */
export interface RelayMemory {
  readonly relays: readonly Relay[];
  /**
   * The order for one request: first usable relays, then those that failed lately. Usable relays are sorted by number
   * of requests, in rotation, so that a slow or hanging one gets fewer. Of the others, the one that failed longest ago
   * comes first.
   */
  order(): readonly Relay[];
  /** Counts a request that starts at this relay, until the returned function is called. */
  occupy(relay: Relay): () => void;
  isUsable(relay: Relay): boolean;
  /**
   * A failed relay that is due for a probe, in parallel to the current request. It is due again once it has an outcome.
   */
  takeDue(): Relay | undefined;
  record(relay: Relay, outcome: RelayOutcome): void;
}

/**
 * Half of telebirr's handshakes stall by themselves, a quarter of those with two in parallel: one stall says little
 * about the relay.
 */
const FAULTS_IN_A_ROW = 3;

/**
 * Pause before a failed relay is probed: 5 s, 10 s, 20 s, … 5 min. Each probe is an extra request to the bank: at most
 * 1 in 20, or 1 in 5 minutes at low traffic.
 */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 300_000;
const REQUESTS_PER_PROBE = 20;

interface Failure {
  readonly at: number;
  readonly pauseMs: number;
  isProbed: boolean;
}

interface Known {
  requests: number;
  faults: number;
  /** Undefined while it is usable. */
  failure: Failure | undefined;
}

/** Many requests may meet the same failure: only a failed probe makes the pause longer. */
function pauseAfter(failure: Failure | undefined): number {
  if (failure === undefined) return FIRST_PAUSE_MS;
  return failure.isProbed ? Math.min(failure.pauseMs * 2, MAX_PAUSE_MS) : failure.pauseMs;
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
  let rotation = 0;
  let requestsSinceProbe = 0;

  function isDue({ failure }: Known): boolean {
    if (failure === undefined || failure.isProbed) return false;
    const elapsed = now() - failure.at;
    const isRare = requestsSinceProbe >= REQUESTS_PER_PROBE || elapsed >= MAX_PAUSE_MS;
    return elapsed >= failure.pauseMs && isRare;
  }

  function fail(relay: Relay, outcome: RelayFault): void {
    const state = knownOf(relay);
    const { failure } = state;
    state.faults += 1;
    if (failure === undefined && outcome !== "refused" && state.faults < FAULTS_IN_A_ROW) return;
    if (failure === undefined) options.warn("bank.relay_lost", { relay: relay.name, outcome });
    state.failure = { at: now(), pauseMs: pauseAfter(failure), isProbed: false };
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
      requestsSinceProbe += 1;
      const usable = relays.filter(isUsable);
      const first = usable.length === 0 ? 0 : rotation++ % usable.length;
      const failedAt = (relay: Relay) => knownOf(relay).failure?.at ?? 0;
      const failed = relays
        .filter((relay) => !isUsable(relay))
        .toSorted((one, other) => failedAt(one) - failedAt(other));
      const rotated = [...usable.slice(first), ...usable.slice(0, first)];
      const requestsOf = (relay: Relay) => knownOf(relay).requests;
      return [...rotated.toSorted((one, other) => requestsOf(one) - requestsOf(other)), ...failed];
    },
    occupy: (relay) => {
      const state = knownOf(relay);
      state.requests += 1;
      return () => {
        state.requests -= 1;
      };
    },
    takeDue: () => {
      // Without a usable relay, every request is a probe.
      const due = relays.some(isUsable) ? relays.find((relay) => isDue(knownOf(relay))) : undefined;
      const failure = due && knownOf(due).failure;
      if (failure === undefined) return undefined;
      failure.isProbed = true;
      requestsSinceProbe = 0;
      return due;
    },
    record: (relay, outcome) => {
      options.onOutcome(relay, outcome);
      if (outcome === "answered") recover(relay);
      else fail(relay, outcome);
    },
  };
}
