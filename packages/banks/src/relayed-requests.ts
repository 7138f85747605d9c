import type { TLSSocket } from "node:tls";
import { limitTime } from "@receipts/service-kit";
import type { AdapterFor } from "./bank-connections.ts";
import { BankBlocked, BankFailure, BankNotReached } from "./bank-failure.ts";
import { TunnelFailed, type TunnelTarget } from "./egress-proxy.ts";
import { freshConnections, type OpenConnection } from "./racing-connections.ts";
import type { Relay, RelayFault, RelayMemory } from "./relay-memory.ts";
import { raceStaggered } from "./staggered-race.ts";
import { createUsualTime } from "./usual-time.ts";

/** One request, to the last byte of its answer, on these connections. */
export type AskOn<T> = (adapterFor: AdapterFor, signal: AbortSignal) => Promise<T>;

export interface RelayedRequestsDeps {
  readonly memory: RelayMemory;
  readonly open: OpenConnection;
  /** Of one request, through all relays together. */
  readonly timeoutMs: number;
}

/** How much longer than usual the others get before a relay that failed lately is started. */
const LAST_RESORT_PATIENCE = 4;
/** A bank that hangs must not be asked thrice: second requests are 20 in a row and 1 in 20 at most. */
const MOST_SECOND_REQUESTS = 20;
const SECOND_REQUESTS_SHARE = 0.05;

/** A relay whose connection a request went on. */
interface Carrier {
  readonly relay: Relay;
  readonly connectedAt: number;
}

/** What came back: the answer, or the failure that the bank itself told. */
interface Carried<T> {
  readonly carrier: Carrier;
  readonly result: () => T;
}

type Faults = Map<Relay, RelayFault>;

/**
 * Carries requests through relays, at two levels. Connections are raced: beside one that is slower than usual the next
 * relay's is opened, the first that is ready gets the request, and the others are closed. Where no whole answer comes in
 * the usual time, the request is made through another relay too: the first answer counts, and the others are aborted.
 */
export function createRelayedRequests({ memory, open, timeoutMs }: RelayedRequestsDeps) {
  const longestMs = timeoutMs / 3;
  const connecting = createUsualTime({ firstGuessMs: 500, minMs: 250, maxMs: longestMs });
  const answering = createUsualTime({ firstGuessMs: 1_000, minMs: 250, maxMs: longestMs });
  let secondRequests = MOST_SECOND_REQUESTS;

  function patienceBefore(next: Relay | undefined, usualMs: number): number {
    const isLastResort = next !== undefined && !memory.isUsable(next) && memory.relays.some(memory.isUsable);
    return Math.min(longestMs, isLastResort ? usualMs * LAST_RESORT_PATIENCE : usualMs);
  }

  async function openThrough(relay: Relay, connection: TunnelTarget, signal: AbortSignal) {
    try {
      return await open(connection, relay.proxyUrl, signal);
    } catch (error) {
      // No other relay need succeed for it to be known as this one's fault.
      if (connectionFault(error, signal) === "refused") memory.note(relay, "refused");
      throw error;
    }
  }

  /** The first relay with a connection ready; notes what kept those before it. */
  async function connect(
    relays: readonly Relay[],
    connection: TunnelTarget,
    { faults, signal }: { readonly faults: Faults; readonly signal: AbortSignal },
  ) {
    const started: Relay[] = [];
    const start = (startClock: () => void, stop: AbortSignal) => {
      const relay = relays[started.length];
      if (relay === undefined) return undefined;
      started.push(relay);
      startClock();
      const startedAt = performance.now();
      const connected = (socket: TLSSocket) => ({ relay, socket, tookMs: performance.now() - startedAt });
      return openThrough(relay, connection, stop).then(connected, (error: unknown) => {
        if (!stop.aborted) faults.set(relay, connectionFault(error, stop));
        throw error;
      });
    };
    const patienceMs = () => patienceBefore(relays[started.length], connecting.limitMs());
    const won = await raceStaggered({ start, patienceMs }, signal);
    connecting.add(won.tookMs);
    for (const relay of started.slice(0, started.indexOf(won.relay)))
      if (!faults.has(relay)) faults.set(relay, "stalled");
    return won;
  }

  /** Starts one request; undefined when no relay is left for it, or the bank has been asked enough. */
  function attemptOn<T>(ask: AskOn<T>, order: readonly Relay[]) {
    const faults: Faults = new Map();
    const carriers: Carrier[] = [];
    let attempts = 0;
    // One whose connection was overtaken may do it the next time.
    const untried = () =>
      order.filter(
        (relay) =>
          (faults.get(relay) ?? "stalled") === "stalled" &&
          carriers.every((carrier) => carrier.relay !== relay),
      );

    function start(startClock: () => void, signal: AbortSignal): Promise<Carried<T>> | undefined {
      const relays = untried();
      if (relays.length === 0 || (attempts > 0 && secondRequests < 1)) return undefined;
      if (attempts > 0) secondRequests -= 1;
      attempts += 1;
      let carrier: Carrier | undefined;
      let notConnected: unknown;
      const adapterFor = freshConnections(async (connection) => {
        // A redirect of the bank's stays where its request was.
        if (carrier !== undefined) return openThrough(carrier.relay, connection, signal);
        try {
          const { relay, socket } = await connect(relays, connection, { faults, signal });
          carrier = { relay, connectedAt: performance.now() };
          carriers.push(carrier);
          faults.delete(relay);
          startClock();
          return socket;
        } catch (error) {
          notConnected = error;
          throw error;
        }
      });
      return outcomeOf(ask(adapterFor, signal)).then(
        (result) => {
          if (carrier === undefined) throw new Error("an answer without a connection");
          return { carrier, result };
        },
        (error: unknown) => {
          if (carrier !== undefined && !signal.aborted) faults.set(carrier.relay, answerFault(error, signal));
          // The connection's own failure says more than what the HTTP client makes of it.
          throw notConnected ?? error;
        },
      );
    }
    const patienceMs = () => patienceBefore(untried()[0], answering.limitMs());
    return { start, patienceMs, faults, carriers };
  }

  /** One request more, whose answer is not used: it tells whether a relay that failed works again. */
  async function tryAgain<T>(ask: AskOn<T>, relay: Relay, signal: AbortSignal): Promise<void> {
    using limit = limitTime(signal, longestMs);
    let isConnected = false;
    let notConnected: unknown;
    const adapterFor = freshConnections(async (connection) => {
      try {
        const socket = await open(connection, relay.proxyUrl, limit.signal);
        isConnected = true;
        return socket;
      } catch (error) {
        notConnected = error;
        throw error;
      }
    });
    await outcomeOf(ask(adapterFor, limit.signal)).then(
      () => memory.note(relay, "answered"),
      (error: unknown) =>
        memory.note(
          relay,
          isConnected ? answerFault(error, limit.signal) : connectionFault(notConnected, limit.signal),
        ),
    );
  }

  return async <T>(ask: AskOn<T>, signal: AbortSignal): Promise<T> => {
    const order = memory.order();
    const due = memory.takeDue();
    if (due !== undefined) void tryAgain(ask, due, signal);
    const [first] = order;
    const release = first && memory.occupy(first);
    const { start, patienceMs, faults, carriers } = attemptOn(ask, order);
    const { carrier, result } = await raceStaggered({ start, patienceMs }, signal).finally(release);
    answering.add(performance.now() - carrier.connectedAt);
    secondRequests = Math.min(MOST_SECOND_REQUESTS, secondRequests + SECOND_REQUESTS_SHARE);
    memory.note(carrier.relay, "answered");
    for (const { relay } of carriers.slice(0, carriers.indexOf(carrier)))
      if (!faults.has(relay)) memory.note(relay, "silent");
    // Another relay carried the request, so that these are the relays' faults and not the bank's.
    for (const [relay, fault] of faults) if (fault !== "refused") memory.note(relay, fault);
    return result();
  };
}

/** Rejects only where another relay may do better: what the bank itself says counts, be it that it cannot answer. */
async function outcomeOf<T>(answer: Promise<T>): Promise<() => T> {
  try {
    const value = await answer;
    return () => value;
  } catch (error) {
    const isBanksWord =
      error instanceof BankFailure &&
      !(error instanceof BankBlocked || error instanceof BankNotReached || error instanceof TunnelFailed);
    if (!isBanksWord) throw error;
    return () => {
      throw error;
    };
  }
}

function connectionFault(error: unknown, signal: AbortSignal): RelayFault {
  if (error instanceof TunnelFailed) return error.fault;
  return signal.aborted ? "stalled" : "unreachable";
}

function answerFault(error: unknown, signal: AbortSignal): RelayFault {
  if (error instanceof BankBlocked) return "blocked";
  return signal.aborted ? "silent" : "unreachable";
}
