import type { Socket } from "node:net";

/** Bounds of a server's connections: each takes memory, whether or not it sends a call. */
export interface ConnectionLimits {
  readonly total: number;
  readonly perNetwork: number;
  /** The network that counts as one client; undefined for a proxy of ours, which stands for many. */
  readonly networkOf: (address: string | undefined) => string | undefined;
  /** A connection was closed for a limit. */
  readonly onClosed?: (limit: "total" | "network") => void;
}

/**
 * Counts open connections. A network with too many loses its oldest without a call; a full server takes the place from
 * the network that has most. If neither has one to lose, the new connection is closed.
 */
export function createConnectionPlaces(limits: ConnectionLimits, isIdle: (socket: Socket) => boolean) {
  const networks = new Map<string, Set<Socket>>();
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
    const idle = [...crowd].find((socket) => isIdle(socket));
    idle?.destroy();
    return idle !== undefined;
  }

  return function add(socket: Socket): void {
    const network = limits.networkOf(socket.remoteAddress);
    const own = (network === undefined ? undefined : networks.get(network)) ?? new Set();
    total += 1;
    if (network !== undefined) networks.set(network, own.add(socket));
    socket.once("close", () => {
      total -= 1;
      own.delete(socket);
      if (network !== undefined && own.size === 0) networks.delete(network);
    });
    if (!makeRoom(own)) socket.destroy();
  };
}
