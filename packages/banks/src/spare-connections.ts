import type { TLSSocket } from "node:tls";

/** Maximum idle time of a spare connection: hosts close silent ones after longer. */
const waitMs = 4_000;

/** Open connections without a request yet, by host. */
export interface SpareConnections {
  take(host: string): TLSSocket | undefined;
  keep(host: string, socket: TLSSocket): void;
}

export function createSpareConnections(): SpareConnections {
  const sparesOf = new Map<string, Map<TLSSocket, NodeJS.Timeout>>();

  function forget(host: string, socket: TLSSocket): void {
    const spares = sparesOf.get(host);
    clearTimeout(spares?.get(socket));
    spares?.delete(socket);
  }

  return {
    take(host) {
      const [socket] = sparesOf.get(host)?.keys() ?? [];
      if (socket === undefined) return undefined;
      forget(host, socket);
      return socket.ref();
    },
    keep(host, socket) {
      const spares = sparesOf.get(host) ?? new Map();
      sparesOf.set(host, spares);
      // Neither keeps the process alive.
      spares.set(socket.unref(), setTimeout(() => socket.destroy(), waitMs).unref());
      socket.once("close", () => forget(host, socket));
    },
  };
}
