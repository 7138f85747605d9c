import { type AgentOptions, Agent as HttpsAgent, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { openTunnel } from "./egress-proxy.ts";
import { createStaleLookup } from "./stale-lookup.ts";

/** For hosts that accept connections and then leave some of them hanging in the handshake. */
export interface ConnectionRace {
  /** Connections opened at the same time; the first that is ready is used, the others are closed. */
  readonly parallel: number;
  /**
   * How long a handshake of the first round may take, in ms; each further round gives twice as long. Finding the address
   * and opening a proxy's tunnel do not count.
   */
  readonly handshakeMs: number;
  readonly rounds: number;
}

/** A proxy's tunnel, where one is given, and the handshake with the bank in it; the signal closes what is not ready. */
export type OpenConnection = (
  connection: RequestOptions,
  proxyUrl: string | undefined,
  signal: AbortSignal,
) => Promise<TLSSocket>;

/** Calls `startClock` when all that is left to wait for is the host itself; the signal closes the connection. */
type OpenOne = (startClock: () => void, signal: AbortSignal) => Promise<TLSSocket>;

/** A connection that nothing else limits has the time of its attempt. */
const oneConnection: ConnectionRace = { parallel: 1, handshakeMs: 120_000, rounds: 1 };

/**
 * Opens fresh connections side by side, round after round; the first that is ready is it, and the bank sees one request.
 * A round in which every connection failed outright ends it, for then the host does answer.
 */
export function createOpenConnection(
  options: AgentOptions,
  race: ConnectionRace = oneConnection,
  lookup: LookupFunction = createStaleLookup(),
): OpenConnection {
  // One for all, because it keeps the TLS sessions.
  const agent = new HttpsAgent({ keepAlive: false });
  const connect = agent.createConnection.bind(agent);
  return (connection, proxyUrl, signal) => {
    const host = String(connection.host);
    const openOne: OpenOne = async (startClock, stop) => {
      const tunnel = proxyUrl && (await openTunnel(proxyUrl, { host, port: Number(connection.port) }, stop));
      const socket = connect({
        ...connection,
        ...options,
        lookup,
        ...(tunnel && { socket: tunnel }),
      }) as TLSSocket; // an HTTPS agent opens no other
      if (tunnel || isIP(host) !== 0) startClock();
      else socket.once("lookup", startClock);
      return ready(socket, stop);
    };
    return raceRounds(openOne, race, signal);
  };
}

/** An agent whose connections are opened so; each is used for one request. */
export function agentFor(open: (connection: RequestOptions) => Promise<TLSSocket>): HttpsAgent {
  const agent = new HttpsAgent({ keepAlive: false });
  agent.createConnection = (connection, callback) => {
    open(connection).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as unknown as Duplex), // as Node itself calls it
    );
    return undefined;
  };
  return agent;
}

async function raceRounds(open: OpenOne, race: ConnectionRace, deadline: AbortSignal): Promise<TLSSocket> {
  for (let round = 0; round < race.rounds; round += 1) {
    const socket = await raceOnce(open, { ...race, handshakeMs: race.handshakeMs * 2 ** round }, deadline);
    if (socket !== undefined) return socket;
  }
  throw new HandshakeStalled();
}

class HandshakeStalled extends Error {
  readonly code = "ETIMEDOUT";
  constructor() {
    super("no connection finished its handshake");
    this.name = new.target.name;
  }
}

/** The first socket that is ready; undefined when time is up. Rejects when all of them failed. */
async function raceOnce(
  open: OpenOne,
  { parallel, handshakeMs }: ConnectionRace,
  deadline: AbortSignal,
): Promise<TLSSocket | undefined> {
  const stops = Array.from({ length: parallel }, () => new AbortController());
  const attempts = stops.map((stop) => {
    let timer: NodeJS.Timeout | undefined;
    const startClock = () => {
      timer ??= setTimeout(() => stop.abort(new HandshakeStalled()), handshakeMs);
    };
    return open(startClock, AbortSignal.any([stop.signal, deadline])).finally(() => clearTimeout(timer));
  });
  try {
    const { winner, index } = await Promise.any(
      attempts.map(async (attempt, index) => ({ winner: await attempt, index })),
    );
    for (const stop of stops.filter((_stop, at) => at !== index)) stop.abort();
    return winner;
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    const hasStalled = error.errors.some((failure) => failure instanceof HandshakeStalled);
    if (hasStalled && !deadline.aborted) return undefined;
    throw error.errors[0];
  }
}

function ready(socket: TLSSocket, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    // All three stay: a loser may be ready too before it is closed, and its error belongs to nobody.
    const stop = () => {
      reject(signal.reason);
      socket.destroy();
    };
    signal.addEventListener("abort", stop, { once: true });
    socket.once("secureConnect", () => resolve(socket));
    socket.on("error", reject);
    if (signal.aborted) stop();
  });
}
