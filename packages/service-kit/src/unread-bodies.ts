import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import { weightOf } from "./body-chunks.ts";

/** For bodies whose call has its response: what all connections together may still send. */
export interface UnreadLimits {
  readonly bytesPerSecond: number;
  /** Read at once after a rest. */
  readonly burstBytes: number;
}

const MIB = 1024 * 1024;
/** A client that reads no response before it has sent a file of 25 MiB ends in about a second. */
export const unreadLimits: UnreadLimits = { bytesPerSecond: 16 * MIB, burstBytes: 8 * MIB };

/** Node.js reads so many bytes at once. */
const CHUNK = 64 * 1024;
const LOOK_EVERY_MS = 5;

/**
 * Lets clients send the rest of a body after its response, as many read no response before, but slowly. Node.js reads at
 * full speed, and its garbage collector would take the time of all other calls. Networks take turns, and within each its
 * connections.
 */
export function createUnreadPace(
  { bytesPerSecond, burstBytes }: UnreadLimits,
  networkOf: (address: string | undefined) => string | undefined = () => undefined,
): { readonly add: RequestListener; readonly stop: () => void } {
  /** Bodies that wait for their turn, by network; the first is next. */
  const waiting = new Map<string | Socket, Set<IncomingMessage>>();
  /** Bytes that a body may still send before it waits again. */
  const shares = new WeakMap<IncomingMessage, number>();
  let left = burstBytes;
  let refilledAt = performance.now();
  let looking: NodeJS.Timeout | undefined;

  function refill(): void {
    const now = performance.now();
    left = Math.min(left + ((now - refilledAt) * bytesPerSecond) / 1_000, burstBytes);
    refilledAt = now;
  }

  /** One body of each network continues, by an even share. */
  function look(): void {
    refill();
    const networks = Math.min(waiting.size, Math.ceil(left / CHUNK));
    const share = Math.max(left / networks, CHUNK);
    for (const [network, [request]] of [...waiting].slice(0, Math.max(networks, 0))) {
      if (request === undefined) continue;
      leave(network, request);
      const others = waiting.get(network);
      if (others !== undefined) {
        waiting.delete(network);
        waiting.set(network, others);
      }
      shares.set(request, share);
      request.resume();
    }
    if (waiting.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  function leave(network: string | Socket, request: IncomingMessage): void {
    const bodies = waiting.get(network);
    bodies?.delete(request);
    if (bodies?.size === 0) waiting.delete(network);
  }

  function follow(request: IncomingMessage): void {
    const { socket } = request;
    const network = networkOf(socket.remoteAddress) ?? socket;
    // Makes it ours: Node.js throws away, at full speed, the rest of a body of which nothing was read.
    request.read(0);
    let weight = weightOf(request);
    request.on("data", () => {
      refill();
      const cost = weightOf(request) - weight;
      weight += cost;
      left -= cost;
      const share = (shares.get(request) ?? 0) - cost;
      shares.set(request, share);
      if (share > 0 || (left > 0 && waiting.size === 0)) return;
      request.pause();
      const bodies = waiting.get(network) ?? new Set();
      waiting.set(network, bodies.add(request));
      looking ??= setInterval(look, LOOK_EVERY_MS).unref();
    });
    request.once("close", () => leave(network, request));
  }

  return {
    /** Comes before the handler, which may respond at once. */
    add(request, response) {
      // Before Node.js itself reads the rest.
      response.once("prefinish", () => {
        if (!request.complete && !request.destroyed) follow(request);
      });
    },
    stop: () => clearInterval(looking),
  };
}
