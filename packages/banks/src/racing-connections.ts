import { type AgentOptions, Agent as HttpsAgent } from "node:https";
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

export interface RaceLimits extends ConnectionRace {
  /** For all rounds together. */
  readonly timeoutMs: number;
  /** Each connection has a tunnel of its own through it: the handshake stalls behind a proxy as well. */
  readonly proxyUrl: string | undefined;
}

/** Calls `startClock` when all that is left to wait for is the host itself; the signal closes the connection. */
type OpenConnection = (startClock: () => void, signal: AbortSignal) => Promise<TLSSocket>;

/**
 * Opens fresh connections side by side, round after round, and asks on the first one that is ready: the bank sees one
 * request. A round in which every connection failed outright ends it, for then the host does answer.
 */
export function createRacingAgent(
  options: AgentOptions,
  race: RaceLimits,
  lookup: LookupFunction = createStaleLookup(),
): HttpsAgent {
  const agent = new HttpsAgent({ ...options, keepAlive: false, lookup });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (connection, callback) => {
    const host = String(connection.host);
    const open: OpenConnection = async (startClock, signal) => {
      const { proxyUrl } = race;
      const tunnel =
        proxyUrl && (await openTunnel(proxyUrl, { host, port: Number(connection.port) }, signal));
      const socket = connect({ ...connection, ...(tunnel && { socket: tunnel }) }) as TLSSocket; // an HTTPS agent opens no other
      if (tunnel || isIP(host) !== 0) startClock();
      else socket.once("lookup", startClock);
      return ready(socket, signal);
    };
    raceRounds(open, race).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as unknown as Duplex), // as Node itself calls it
    );
    return undefined;
  };
  return agent;
}

async function raceRounds(open: OpenConnection, race: RaceLimits): Promise<TLSSocket> {
  const deadline = AbortSignal.timeout(race.timeoutMs);
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
  open: OpenConnection,
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
