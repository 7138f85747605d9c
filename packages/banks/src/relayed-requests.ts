import type { TLSSocket } from "node:tls";
import { limitTime } from "@receipts/service-kit";
import type { AdapterFor } from "./bank-connections.ts";
import { BankBlocked, BankFailure, BankNotReached } from "./bank-failure.ts";
import { TunnelFailed, type TunnelTarget } from "./egress-proxy.ts";
import { freshConnections, type OpenConnection } from "./racing-connections.ts";
import type { Relay, RelayFault, RelayMemory } from "./relay-memory.ts";
import { raceStaggered } from "./staggered-race.ts";
import { createUsualTime } from "./usual-time.ts";

/** Sends one request on these connections and reads the complete response. */
export type SendRequest<T> = (adapterFor: AdapterFor, signal: AbortSignal) => Promise<T>;

export interface RelayedRequestsDeps {
  readonly memory: RelayMemory;
  readonly open: OpenConnection;
  /** Limit of one request, through all relays together. */
  readonly timeoutMs: number;
}

/** Multiple of the usual time before a relay that failed lately is used too. */
const LAST_RESORT_FACTOR = 4;
/** Limits extra load on a bank that hangs: at most 20 second requests in a row, and 1 in 20 requests. */
const MAX_SECOND_REQUESTS = 20;
const SECOND_REQUESTS_SHARE = 0.05;

/** The relay whose connection carried a request. */
interface Carrier {
  readonly relay: Relay;
  readonly connectedAt: number;
}

/** The response, or the failure that the bank itself reported. */
interface Carried<T> {
  readonly carrier: Carrier;
  readonly result: () => T;
}

type Faults = Map<Relay, RelayFault>;

/**
 * Sends requests through relays, with two races. Connections: if one is slower than usual, the next relay's is opened
 * too; the first that is ready gets the request, and the others are closed. Requests: if there is no complete response
 * in the usual time, another relay sends the request too. The first response counts, and the others are aborted.
 */
export function createRelayedRequests({ memory, open, timeoutMs }: RelayedRequestsDeps) {
  const maxPatienceMs = timeoutMs / 3;
  const connecting = createUsualTime({ firstGuessMs: 500, minMs: 250, maxMs: maxPatienceMs });
  const responding = createUsualTime({ firstGuessMs: 1_000, minMs: 250, maxMs: maxPatienceMs });
  let secondRequests = MAX_SECOND_REQUESTS;

  function patienceBefore(next: Relay | undefined, usualMs: number): number {
    const isLastResort = next !== undefined && !memory.isUsable(next) && memory.relays.some(memory.isUsable);
    return Math.min(maxPatienceMs, isLastResort ? usualMs * LAST_RESORT_FACTOR : usualMs);
  }

  async function openThrough(relay: Relay, connection: TunnelTarget, signal: AbortSignal) {
    try {
      return await open(connection, relay.proxyUrl, signal);
    } catch (error) {
      // Counts against this relay even if no other relay succeeds.
      if (connectionFault(error, signal) === "refused") memory.record(relay, "refused");
      throw error;
    }
  }

  /** Connects through the first relay that is ready; records the failures of those before it. */
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

  /** Starts one request; undefined if no relay is left or the bank has had enough second requests. */
  function createAttempts<T>(send: SendRequest<T>, order: readonly Relay[]) {
    const faults: Faults = new Map();
    const carriers: Carrier[] = [];
    let attempts = 0;
    // A relay whose connection was overtaken may be used for the next request.
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
      let connectionError: unknown;
      const adapterFor = freshConnections(async (connection) => {
        // A redirect within the bank uses the same relay as its request.
        if (carrier !== undefined) return openThrough(carrier.relay, connection, signal);
        try {
          const { relay, socket } = await connect(relays, connection, { faults, signal });
          carrier = { relay, connectedAt: performance.now() };
          carriers.push(carrier);
          faults.delete(relay);
          startClock();
          return socket;
        } catch (error) {
          connectionError = error;
          throw error;
        }
      });
      return outcomeOf(send(adapterFor, signal)).then(
        (result) => {
          if (carrier === undefined) throw new Error("a response without a connection");
          return { carrier, result };
        },
        (error: unknown) => {
          if (carrier !== undefined && !signal.aborted)
            faults.set(carrier.relay, responseFault(error, signal));
          // The connection's own failure is more precise than the HTTP client's error.
          throw connectionError ?? error;
        },
      );
    }
    const patienceMs = () => patienceBefore(untried()[0], responding.limitMs());
    return { start, patienceMs, faults, carriers };
  }

  /** Sends a probe, whose response is not used, to learn whether a failed relay works again. */
  async function probe<T>(send: SendRequest<T>, relay: Relay, signal: AbortSignal): Promise<void> {
    using limit = limitTime(signal, maxPatienceMs);
    let isConnected = false;
    let connectionError: unknown;
    const adapterFor = freshConnections(async (connection) => {
      try {
        const socket = await open(connection, relay.proxyUrl, limit.signal);
        isConnected = true;
        return socket;
      } catch (error) {
        connectionError = error;
        throw error;
      }
    });
    await outcomeOf(send(adapterFor, limit.signal)).then(
      () => memory.record(relay, "answered"),
      (error: unknown) =>
        memory.record(
          relay,
          isConnected ? responseFault(error, limit.signal) : connectionFault(connectionError, limit.signal),
        ),
    );
  }

  return async <T>(send: SendRequest<T>, signal: AbortSignal): Promise<T> => {
    const order = memory.order();
    const due = memory.takeDue();
    if (due !== undefined) void probe(send, due, signal);
    const [first] = order;
    const release = first && memory.occupy(first);
    const { start, patienceMs, faults, carriers } = createAttempts(send, order);
    const { carrier, result } = await raceStaggered({ start, patienceMs }, signal).finally(release);
    responding.add(performance.now() - carrier.connectedAt);
    secondRequests = Math.min(MAX_SECOND_REQUESTS, secondRequests + SECOND_REQUESTS_SHARE);
    memory.record(carrier.relay, "answered");
    for (const { relay } of carriers.slice(0, carriers.indexOf(carrier)))
      if (!faults.has(relay)) memory.record(relay, "silent");
    // Another relay carried the request, so these faults are the relays' and not the bank's.
    for (const [relay, fault] of faults) if (fault !== "refused") memory.record(relay, fault);
    return result();
  };
}

/** Rejects only if another relay may do better. A response of the bank itself counts, even a failure. */
async function outcomeOf<T>(response: Promise<T>): Promise<() => T> {
  try {
    const value = await response;
    return () => value;
  } catch (error) {
    const isFromBank =
      error instanceof BankFailure &&
      !(error instanceof BankBlocked || error instanceof BankNotReached || error instanceof TunnelFailed);
    if (!isFromBank) throw error;
    return () => {
      throw error;
    };
  }
}

function connectionFault(error: unknown, signal: AbortSignal): RelayFault {
  if (error instanceof TunnelFailed) return error.fault;
  return signal.aborted ? "stalled" : "unreachable";
}

function responseFault(error: unknown, signal: AbortSignal): RelayFault {
  if (error instanceof BankBlocked) return "blocked";
  return signal.aborted ? "silent" : "unreachable";
}
