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
/**
 * Only networks with so large a part of all places. Many people share the address of a mobile operator: a crowd from very
 * many addresses ends none of their calls.
 */
const LARGE_PART = 1 / 128;
/** In place of a network, for the connections of proxies of ours. */
const PROXIED = "";

export interface ConnectionPlaces {
  add(socket: Socket): void;
  suspect(socket: Socket): void;
}

/**
 * Counts open connections. A network with too many loses its oldest without a call; a full server takes the place from
 * the network that has most. If neither has one to lose, the new connection is closed. Proxies of ours, which stand for
 * many clients, lose their oldest whose call has not arrived.
 */
export function createConnectionPlaces(
  limits: ConnectionLimits,
  stateOf: (socket: Socket) => CallState,
): ConnectionPlaces {
  const networks = new Map<string, Set<Socket>>();
  const suspects = new Map<string, { readonly until: number; nextAt: number }>();
  let total = 0;

  /** The largest network that counts as one client. */
  function fullest(): ReadonlySet<Socket> {
    return [...networks].reduce<ReadonlySet<Socket>>(
      (most, [network, sockets]) => (network !== PROXIED && sockets.size > most.size ? sockets : most),
      new Set(),
    );
  }

  /** Returns false if the new connection is to be closed. */
  function makeRoom(network: string, own: ReadonlySet<Socket>): boolean {
    const isOverNetwork = network !== PROXIED && own.size > limits.perNetwork;
    if (!isOverNetwork && total <= limits.total) return true;
    limits.onClosed?.(isOverNetwork ? "network" : "total");
    const oldest = isOverNetwork ? oldestOf(own, ["none"]) : oldestOfFullest(network, own);
    oldest?.destroy();
    return oldest !== undefined;
  }

  function oldestOfFullest(network: string, own: ReadonlySet<Socket>): Socket | undefined {
    const crowd = fullest();
    const ownSize = network === PROXIED ? 1 : Math.max(1, own.size);
    const least = Math.max(CLEARLY_MORE * ownSize, LARGE_PART * limits.total);
    const states = crowd.size > least ? (["none", "receiving", "handled"] as const) : (["none"] as const);
    return oldestOf(crowd, states) ?? oldestOf(networks.get(PROXIED) ?? new Set(), ["none", "receiving"]);
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
    const counted = network ?? PROXIED;
    const own = networks.get(counted) ?? new Set();
    total += 1;
    networks.set(counted, own.add(socket));
    socket.once("close", () => {
      total -= 1;
      own.delete(socket);
      if (own.size === 0 && networks.get(counted) === own) networks.delete(counted);
    });
    if (!makeRoom(counted, own)) socket.destroy();
  }

  return { add, suspect };
}
