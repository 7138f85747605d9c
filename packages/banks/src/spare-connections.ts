import type { TLSSocket } from "node:tls";

/** How long one waits for its first request: hosts close those that say nothing for longer. */
const waitMs = 4_000;

/** Connections that are ready and that no request was made on, by the host they go to. */
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
      // Neither holds up the end of the process.
      spares.set(socket.unref(), setTimeout(() => socket.destroy(), waitMs).unref());
      socket.once("close", () => forget(host, socket));
    },
  };
}
