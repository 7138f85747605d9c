import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ClosedFor, ConnectionLimits } from "./connection-places.ts";

/** Bounds of response bytes in memory that their readers have not taken. Each connection is checked `everyMs`. */
export interface UnsentLimits {
  /** Also for one connection of a proxy of ours. */
  readonly perNetwork: number;
  readonly total: number;
  readonly everyMs: number;
  /** The least that a connection with unsent bytes takes in so many checks. */
  readonly reader: { readonly bytes: number; readonly checks: number };
}

const MIB = 1024 * 1024;

/**
 * A reader takes 2 KiB a second, on average of half a minute. Checks are counted, not seconds: a process that stands
 * still ends no connection. One takes 2 ms with 8,192 calls in progress; until the next, bytes can exceed the bounds.
 */
export const unsentLimits: UnsentLimits = {
  perNetwork: 64 * MIB,
  total: 256 * MIB,
  everyMs: 250,
  reader: { bytes: 60 * 1024, checks: 120 },
};

interface Connection {
  readonly socket: Socket;
  /** Not closed yet. */
  readonly responses: Set<ServerResponse>;
  /** Bytes that were sent when the present count of checks began. */
  sentBefore: number;
  checks: number;
}

interface Waiting {
  readonly socket: Socket;
  readonly bytes: number;
}

/** Closes connections whose readers leave too many bytes in memory. */
export function createUnsentWatch(
  limits: UnsentLimits,
  { networkOf, onClosed }: Partial<ConnectionLimits> = {},
): { readonly add: RequestListener; readonly stop: () => void } {
  /** Those with a response in progress. */
  const open = new Map<Socket, Connection>();

  const add: RequestListener = ({ socket }, response) => {
    const connection = open.get(socket) ?? { socket, responses: new Set(), sentBefore: 0, checks: 0 };
    open.set(socket, connection);
    connection.responses.add(response);
    response.once("close", () => {
      connection.responses.delete(response);
      if (connection.responses.size === 0) open.delete(socket);
    });
  };

  /** Returns true once for each row of checks in which the reader took too little. */
  function isTooSlow(connection: Connection): boolean {
    // A response that waits for the one in front of it does not wait for the reader.
    if (connection.socket.writableLength === 0) {
      connection.checks = 0;
      return false;
    }
    const sent = sentBytes(connection.socket);
    if (connection.checks === 0) connection.sentBefore = sent;
    connection.checks += 1;
    if (connection.checks <= limits.reader.checks) return false;
    connection.checks = 0;
    return sent - connection.sentBefore < limits.reader.bytes;
  }

  function close(socket: Socket, reason: ClosedFor): void {
    onClosed?.(reason);
    socket.destroy();
  }

  /** The network with most unsent bytes loses its connection with most, until both bounds are kept. */
  function shed(waiting: readonly Waiting[]): void {
    const networks = new Map<string | Socket, { bytes: number; readonly connections: Waiting[] }>();
    let total = 0;
    for (const connection of waiting.toSorted((a, b) => b.bytes - a.bytes)) {
      const key = networkOf?.(connection.socket.remoteAddress) ?? connection.socket;
      const network = networks.get(key) ?? { bytes: 0, connections: [] };
      networks.set(key, network);
      network.connections.push(connection);
      network.bytes += connection.bytes;
      total += connection.bytes;
    }
    for (;;) {
      const fullest = [...networks.values()].reduce((most, one) => (one.bytes > most.bytes ? one : most), {
        bytes: 0,
        connections: [],
      });
      if (fullest.bytes <= limits.perNetwork && total <= limits.total) return;
      const largest = fullest.connections.shift();
      if (largest === undefined) return;
      fullest.bytes -= largest.bytes;
      total -= largest.bytes;
      close(largest.socket, "unsent");
    }
  }

  function check(): void {
    const waiting: Waiting[] = [];
    for (const connection of open.values()) {
      const { socket, responses } = connection;
      if (isTooSlow(connection)) {
        close(socket, "reader");
        continue;
      }
      // The response in front has the bytes of the socket; those behind it have their own.
      const bytes = [...responses].reduce((sum, { writableLength }) => sum + writableLength, 0);
      if (bytes > 0) waiting.push({ socket, bytes });
    }
    shed(waiting);
  }

  const checking = setInterval(check, limits.everyMs).unref();
  return { add, stop: () => clearInterval(checking) };
}

/** `bytesWritten` counts the whole chunk that the kernel takes in parts; Node's own timeouts read these two. */
function sentBytes(socket: Socket): number {
  const { bytesWritten = 0, writeQueueSize = 0 } = Reflect.get(socket, "_handle") ?? {};
  return bytesWritten - writeQueueSize;
}
