import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";

/** For bodies whose call has its response: what all connections together may still send in each `everyMs`. */
export interface UnreadLimits {
  readonly bytes: number;
  readonly everyMs: number;
}

/** 8 MiB a second: a client that reads no response before it has sent a file of 25 MiB ends in some three seconds. */
export const unreadLimits: UnreadLimits = { bytes: 84 * 1024, everyMs: 10 };

/** What Node.js reads of a socket at least before it can be stopped. */
const LEAST_READ = 64 * 1024;

/**
 * Lets clients send the rest of a body after its response, as many read no response before, but slowly. Node.js reads at
 * full speed, and its garbage collector would take the time of all other calls. Connections take turns.
 */
export function createUnreadPace({ bytes, everyMs }: UnreadLimits): {
  readonly add: RequestListener;
  readonly stop: () => void;
} {
  /** Connections that may send, and what each had sent at the last look. */
  const sending = new Map<Socket, number>();
  /** The first is next. */
  const stopped = new Set<Socket>();
  /** Negative after more was read than a turn allows. */
  let left = bytes;
  let looking: NodeJS.Timeout | undefined;

  function look(): void {
    left = Math.min(left + bytes, bytes);
    for (const [socket, before] of sending) {
      const sent = socket.bytesRead - before;
      if (sent === 0) continue;
      left -= sent;
      sending.delete(socket);
      socket.pause();
      stopped.add(socket);
    }
    let places = Math.ceil(left / LEAST_READ);
    for (const socket of stopped) {
      if (places <= 0) break;
      places -= 1;
      go(socket);
    }
  }

  function go(socket: Socket): void {
    stopped.delete(socket);
    sending.set(socket, socket.bytesRead);
    socket.resume();
  }

  function follow(request: IncomingMessage): void {
    const { socket } = request;
    socket.pause();
    stopped.add(socket);
    looking ??= setInterval(look, everyMs).unref();
    request.once("close", () => {
      // The connection's next call is read as usual.
      if (stopped.has(socket)) go(socket);
      sending.delete(socket);
      if (stopped.size + sending.size > 0) return;
      clearInterval(looking);
      looking = undefined;
    });
  }

  return {
    add: (request, response) =>
      response.once("finish", () =>
        // Node.js itself resumes the connection in between.
        setImmediate(() => {
          if (!request.complete && !request.destroyed) follow(request);
        }),
      ),
    stop: () => clearInterval(looking),
  };
}
