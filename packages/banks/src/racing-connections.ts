import { isIP, type LookupFunction } from "node:net";
import type { SecureContext, TLSSocket } from "node:tls";
import { openTls } from "@receipts/service-kit";
import { type AdapterFor, createConnections } from "./bank-connections.ts";
import { openTunnel, type TunnelTarget } from "./egress-proxy.ts";
import { createSpareConnections } from "./spare-connections.ts";
import { createStaleLookup } from "./stale-lookup.ts";

/** For hosts that accept connections and leave some of them hanging in the handshake. */
export interface ConnectionRace {
  /** Connections opened at the same time. The first that is ready is used; the others wait for later requests. */
  readonly parallel: number;
  /**
   * Time limit of a handshake in the first round, in ms; each further round doubles it. Resolving the address and
   * opening a proxy's tunnel do not count.
   */
  readonly handshakeMs: number;
  readonly rounds: number;
}

export interface TlsSettings {
  readonly rejectUnauthorized: boolean;
  readonly secureContext?: SecureContext;
}

/**
 * Opens a connection, in a proxy's tunnel if one is given, and completes the handshake. The signal closes a connection
 * that is not ready.
 */
export type OpenConnection = (
  target: TunnelTarget,
  proxyUrl: string | undefined,
  signal: AbortSignal,
) => Promise<TLSSocket>;

/** Calls `startClock` when only the host is left to wait for; the signal closes the connection. */
type OpenOne = (startClock: () => void, signal: AbortSignal) => Promise<TLSSocket>;

/** A connection without a race is limited only by its attempt. */
const oneConnection: ConnectionRace = { parallel: 1, handshakeMs: 120_000, rounds: 1 };

/**
 * Opens new connections in parallel, round after round, and uses the first that is ready, so the bank sees one request.
 * The others stay open for a while for later requests; otherwise half of all handshakes would be wasted. A round in
 * which every connection failed outright is the last: the host does respond then.
 */
export function createOpenConnection(
  tls: TlsSettings,
  race: ConnectionRace = oneConnection,
  lookup: LookupFunction = createStaleLookup(),
): OpenConnection {
  const spares = createSpareConnections();
  /** A resumed handshake costs both sides half. */
  const sessions = new Map<string, Buffer>();
  return async (target, proxyUrl, signal) => {
    const { host, port } = target;
    const name = `${host}:${port}`;
    const openOne: OpenOne = async (startClock, stop) => {
      const tunnel = proxyUrl && (await openTunnel(proxyUrl, target, stop));
      const session = sessions.get(name);
      const socket = openTls({
        ...tls,
        host,
        port,
        lookup,
        servername: isIP(host) === 0 ? host : "",
        ALPNProtocols: ["http/1.1"],
        ...(session && { session }),
        ...(tunnel && { socket: tunnel }),
      });
      socket.on("session", (given) => sessions.set(name, given));
      if (tunnel || isIP(host) !== 0) startClock();
      else socket.once("lookup", startClock);
      return ready(socket, stop).catch((error: unknown) => {
        if (!stop.aborted) sessions.delete(name);
        throw error;
      });
    };
    // Each tunnel takes a connection at a relay, which may allow only a few.
    if (proxyUrl !== undefined) return raceRounds(openOne, race, { deadline: signal });
    const onSpare = (socket: TLSSocket) => spares.keep(name, socket);
    return spares.take(name) ?? raceRounds(openOne, race, { deadline: signal, onSpare });
  };
}

/** Opens one connection for each request and never reuses it; the signal is the request's. */
export function freshConnections(
  open: (target: TunnelTarget, signal: AbortSignal) => Promise<TLSSocket>,
): AdapterFor {
  return createConnections({
    keepAlive: false,
    connect: ({ hostname, port }, callback, signal) => {
      open({ host: hostname, port: Number(port || 443) }, signal).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
}

interface RaceLimits {
  readonly deadline: AbortSignal;
  /** Takes connections that are ready too late to be first; without it they are closed. */
  readonly onSpare?: (socket: TLSSocket) => void;
}

async function raceRounds(open: OpenOne, race: ConnectionRace, limits: RaceLimits): Promise<TLSSocket> {
  for (let round = 0; round < race.rounds; round += 1) {
    const socket = await raceOnce(open, { ...race, handshakeMs: race.handshakeMs * 2 ** round }, limits);
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

/** The first socket that is ready; undefined on timeout. Rejects if all of them failed. */
async function raceOnce(
  open: OpenOne,
  { parallel, handshakeMs }: ConnectionRace,
  { deadline, onSpare }: RaceLimits,
): Promise<TLSSocket | undefined> {
  const runners = Array.from({ length: parallel }, () => startRunner(open, handshakeMs, deadline));
  try {
    const first = await Promise.any(runners.map(async (runner) => ({ runner, socket: await runner.socket })));
    for (const loser of runners.filter((runner) => runner !== first.runner)) {
      if (onSpare === undefined) loser.stop();
      else loser.outlive().then(onSpare, () => undefined);
    }
    return first.socket;
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    const hasStalled = error.errors.some((failure) => failure instanceof HandshakeStalled);
    if (hasStalled && !deadline.aborted) return undefined;
    throw error.errors[0];
  }
}

interface Runner {
  readonly socket: Promise<TLSSocket>;
  stop(): void;
  /** From now on only its own time limit ends it. */
  outlive(): Promise<TLSSocket>;
}

const overtaken = new Error("another connection was ready first");

function startRunner(open: OpenOne, handshakeMs: number, deadline: AbortSignal): Runner {
  const controller = new AbortController();
  const end = () => controller.abort(deadline.reason);
  deadline.addEventListener("abort", end, { once: true });
  if (deadline.aborted) end();
  let timer: NodeJS.Timeout | undefined;
  const startClock = () => {
    timer ??= setTimeout(() => controller.abort(new HandshakeStalled()), handshakeMs);
  };
  const socket = open(startClock, controller.signal).finally(() => clearTimeout(timer));
  return {
    socket,
    stop: () => controller.abort(overtaken),
    outlive() {
      deadline.removeEventListener("abort", end);
      return socket;
    },
  };
}

function ready(socket: TLSSocket, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    // All three listeners stay: a loser may still become ready before it is closed, and its error must not be
    // unhandled.
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
