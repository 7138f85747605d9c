import type { Socket } from "node:net";

/**
 * - `total`, `network`: the whole server, or one network, had too many.
 * - `flood`: the network had flooded a connection with calls shortly before.
 * - `reader`: a response was read too slowly.
 * - `unsent`: too many bytes waited for readers.
 */
export const closedFor = ["total", "network", "flood", "reader", "unsent"] as const;
export type ClosedFor = (typeof closedFor)[number];

/** Of a connection: it has no call, the body of its newest has not arrived, or all its calls are handled. */
export type CallState = "none" | "receiving" | "handled";

/** Bounds of a server's connections: each takes memory, whether or not it sends a call. */
export interface ConnectionLimits {
  readonly total: number;
  readonly perNetwork: number;
  /** The network that counts as one client; undefined for a proxy of ours, which stands for many. */
  readonly networkOf: (address: string | undefined) => string | undefined;
  /** A connection was closed for a limit. */
  readonly onClosed?: (limit: ClosedFor) => void;
}

/**
 * A network that sent more calls in advance than any client of today gets new connections one by one for a while. Others
 * behind the same address still get theirs.
 */
const SUSPECT_MS = 10_000;
const SUSPECT_EVERY_MS = 125;

/**
 * With more than so many times the connections of another, a network makes room for it at a full server. It loses those
 * with a call too, so that a few networks that hold calls back keep out no other.
 */
const CLEARLY_MORE = 2;
/** Only networks with so large a part of all places: many people share the address of a mobile operator. */
const LARGE_PART = 1 / 16;

export interface ConnectionPlaces {
  add(socket: Socket): void;
  suspect(socket: Socket): void;
}

/**
 * Counts open connections. A network with too many loses its oldest without a call; a full server takes the place from
 * the network that has most. If neither has one to lose, the new connection is closed.
 */
export function createConnectionPlaces(
  limits: ConnectionLimits,
  stateOf: (socket: Socket) => CallState,
): ConnectionPlaces {
  const networks = new Map<string, Set<Socket>>();
  const suspects = new Map<string, { readonly until: number; nextAt: number }>();
  let total = 0;

  function fullest(): ReadonlySet<Socket> {
    return [...networks.values()].reduce((most, sockets) => (sockets.size > most.size ? sockets : most));
  }

  /** Returns false if the new connection is to be closed. */
  function makeRoom(own: ReadonlySet<Socket>): boolean {
    const isOverNetwork = own.size > limits.perNetwork;
    if (!isOverNetwork && total <= limits.total) return true;
    limits.onClosed?.(isOverNetwork ? "network" : "total");
    const crowd = isOverNetwork || networks.size === 0 ? own : fullest();
    const least = Math.max(CLEARLY_MORE * Math.max(1, own.size), LARGE_PART * limits.total);
    const hasClearlyMore = !isOverNetwork && crowd.size > least;
    const oldest = oldestOf(crowd, hasClearlyMore ? ["none", "receiving", "handled"] : ["none"]);
    oldest?.destroy();
    return oldest !== undefined;
  }

  /** In the first of these states that a connection has. */
  function oldestOf(crowd: ReadonlySet<Socket>, states: readonly CallState[]): Socket | undefined {
    // A destroyed one has made room for another already, and closes later.
    const open = [...crowd].filter(({ destroyed }) => !destroyed);
    for (const state of states) {
      const oldest = open.find((socket) => stateOf(socket) === state);
      if (oldest !== undefined) return oldest;
    }
    return undefined;
  }

  function mayOpen(network: string): boolean {
    const suspect = suspects.get(network);
    const now = performance.now();
    if (suspect === undefined || suspect.until < now) {
      suspects.delete(network);
      return true;
    }
    if (now < suspect.nextAt) return false;
    suspect.nextAt = now + SUSPECT_EVERY_MS;
    return true;
  }

  function suspect(socket: Socket): void {
    const network = limits.networkOf(socket.remoteAddress);
    if (network === undefined) return;
    // Most of so many entries have ended.
    if (suspects.size >= limits.total) suspects.clear();
    const nextAt = suspects.get(network)?.nextAt ?? 0;
    suspects.set(network, { until: performance.now() + SUSPECT_MS, nextAt });
  }

  function add(socket: Socket): void {
    const network = limits.networkOf(socket.remoteAddress);
    if (network !== undefined && !mayOpen(network)) {
      limits.onClosed?.("flood");
      socket.destroy();
      return;
    }
    const own = (network === undefined ? undefined : networks.get(network)) ?? new Set();
    total += 1;
    if (network !== undefined) networks.set(network, own.add(socket));
    socket.once("close", () => {
      total -= 1;
      own.delete(socket);
      if (network !== undefined && own.size === 0) networks.delete(network);
    });
    if (!makeRoom(own)) socket.destroy();
  }

  return { add, suspect };
}
