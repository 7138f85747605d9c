import { lookup as systemLookup } from "node:dns";
import { type AgentOptions, Agent as HttpsAgent } from "node:https";
import type { LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";

/** For hosts that accept connections and then leave some of them hanging in the handshake. */
export interface ConnectionRace {
  /** Connections opened at the same time; the first that is ready is used, the others are closed. */
  readonly parallel: number;
  /** How long a handshake may take before its round is given up, in ms. */
  readonly handshakeMs: number;
  readonly rounds: number;
}

/**
 * Opens fresh connections side by side, round after round, and asks on the first one that is ready: the bank sees one
 * request. A round in which every connection failed outright ends it, for then the host does answer.
 */
export function createRacingAgent(options: AgentOptions, race: ConnectionRace): HttpsAgent {
  const agent = new HttpsAgent({ ...options, keepAlive: false, lookup: createStaleLookup() });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (connection, callback) => {
    const open = () => connect({ ...connection }) as TLSSocket; // an HTTPS agent opens no other
    raceRounds(open, race).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as unknown as Duplex), // as Node itself calls it
    );
    return undefined;
  };
  return agent;
}

async function raceRounds(open: () => TLSSocket, race: ConnectionRace): Promise<TLSSocket> {
  for (let round = 1; round <= race.rounds; round += 1) {
    const socket = await raceOnce(open, race);
    if (socket !== undefined) return socket;
  }
  throw Object.assign(new Error("no connection finished its handshake"), { code: "ETIMEDOUT" });
}

/** The first socket that is ready; undefined when time is up. Rejects when all of them failed. */
async function raceOnce(open: () => TLSSocket, race: ConnectionRace): Promise<TLSSocket | undefined> {
  const sockets = Array.from({ length: race.parallel }, open);
  const timeUp = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timeUp.resolve(undefined), race.handshakeMs);
  try {
    const winner = await Promise.race([timeUp.promise, Promise.any(sockets.map(ready))]);
    for (const socket of sockets) if (socket !== winner) socket.destroy();
    return winner;
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    clearTimeout(timer);
  }
}

function ready(socket: TLSSocket): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    socket.once("secureConnect", () => resolve(socket));
    // Stays: a loser is destroyed later, and its error belongs to nobody.
    socket.on("error", reject);
  });
}

const refreshAfterMs = 60_000;

/**
 * The address known last, at once, and asked for again behind the caller's back: a resolver that stalls costs the first
 * caller only.
 */
export function createStaleLookup(lookup: typeof systemLookup = systemLookup): LookupFunction {
  type Answer = Parameters<Parameters<LookupFunction>[2]>;
  const known = new Map<string, { readonly answer: Answer; readonly at: number }>();
  return (hostname, options, callback) => {
    const key = `${hostname} ${JSON.stringify(options)}`;
    const remembered = known.get(key);
    const ask = (tell: (...answer: Answer) => void) =>
      lookup(hostname, options, (...answer) => {
        if (answer[0] === null) known.set(key, { answer, at: performance.now() });
        tell(...answer);
      });
    if (remembered === undefined) return void ask(callback);
    if (performance.now() - remembered.at > refreshAfterMs) ask(() => {});
    process.nextTick(() => callback(...remembered.answer));
  };
}
