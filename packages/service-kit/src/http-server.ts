import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { joinSmallChunks } from "./body-chunks.ts";
import { type CallState, type ConnectionLimits, createConnectionPlaces } from "./connection-places.ts";
import { asListenFault } from "./start-faults.ts";
import { pause } from "./time-limits.ts";
import { createUnreadPace, type UnreadLimits, unreadLimits } from "./unread-bodies.ts";
import { createUnsentWatch, type UnsentLimits, unsentLimits } from "./unsent-bytes.ts";

export interface HttpServer {
  readonly port: number;
  /**
   * For `graceMs` still serves all calls, each as the last of its connection, so that no connection closes under a
   * call. Then takes no new connection, lets calls in progress finish for up to `timeoutMs`, and cuts the rest.
   */
  close(options?: { readonly timeoutMs?: number; readonly graceMs?: number }): Promise<void>;
}

/** A whole response for a call that never became a request. */
export interface Refusal {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ListenOptions {
  readonly port: number;
  /** Named in the error if another program has the port. Default: `PORT`. */
  readonly portSetting?: string;
  readonly host?: string | undefined;
  /** Makes the response to anything that is not HTTP; default: a status line alone. */
  readonly refusal?: (status: number) => Refusal;
  /** A call's body arrives within it, or the call ends with 408. Default: 15 s. */
  readonly bodyTimeoutMs?: number;
  /** Default: `READER_TIMEOUT_MS`. */
  readonly readerTimeoutMs?: number;
  /** Default: `unreadLimits`. */
  readonly unread?: UnreadLimits;
  /** Default: `unsentLimits`. */
  readonly unsent?: UnsentLimits;
  /** Default: none, for servers that no stranger reaches. */
  readonly connections?: ConnectionLimits;
}

/** A reader that stands still so long loses its connection: what waits for it is in memory. */
export const READER_TIMEOUT_MS = 30_000;

/** A connection that was refused in the middle of a body closes after it. */
const REFUSED_MS = 1_000;

/** No call may ask for more. */
const LONGEST_BODY_MS = 90_000;

const bodyTimers = new WeakMap<IncomingMessage, (ms: number) => void>();

/** The call's body may take so long from now on, not what the server gives to others. */
export function giveBodyTime(request: IncomingMessage, ms: number): void {
  bodyTimers.get(request)?.(ms);
}

/** Calls of one connection that are handled at once, and those that wait for them. */
const MOST_AT_ONCE = 8;
const MOST_WAITING = 16;
/** Limit for all connections together: calls that came before the response to the one in front of them. */
const MOST_PIPELINED = 1_024;
/** From the start of one such call to that of the next, of all connections. */
const PIPELINED_EVERY_MS = 1;

interface Lane {
  readonly socket: Duplex;
  newest: IncomingMessage;
  active: number;
  readonly waiting: (() => void)[];
}

/**
 * Handles the calls of a connection in turn. No client of today sends calls before the responses to those in front of
 * them. They start one by one, so that a flood of them leaves the process to others. Thousands would take gigabytes:
 * they close their connection.
 */
function inTurn(handler: RequestListener, onFlood: (socket: Socket) => void) {
  const lanes = new WeakMap<Duplex, Lane>();
  let pipelined = 0;
  /** Lanes with waiting calls; the first is next. */
  const queue = new Set<Lane>();
  let isRunning = false;

  function startOne(): void {
    isRunning = false;
    for (const lane of queue) {
      queue.delete(lane);
      // A full lane comes back with the next end of one of its calls.
      if (lane.socket.destroyed || lane.active >= MOST_AT_ONCE) continue;
      const start = lane.waiting.shift();
      if (lane.waiting.length > 0) enqueue(lane);
      else if (queue.size > 0) run();
      start?.();
      return;
    }
  }

  function run(): void {
    if (isRunning) return;
    isRunning = true;
    setTimeout(startOne, PIPELINED_EVERY_MS);
  }

  function enqueue(lane: Lane): void {
    queue.add(lane);
    run();
  }

  const handle: RequestListener = (request, response) => {
    const { socket } = request;
    // Calls of a chunk that was read before its connection was closed.
    if (socket.destroyed) return;
    const lane: Lane = lanes.get(socket) ?? { socket, newest: request, active: 0, waiting: [] };
    lane.newest = request;
    lanes.set(socket, lane);
    const start = () => {
      lane.active += 1;
      response.once("close", () => {
        lane.active -= 1;
        if (lane.waiting.length > 0) enqueue(lane);
      });
      handler(request, response);
    };
    if (lane.active + lane.waiting.length === 0) {
      start();
      return;
    }
    pipelined += 1;
    response.once("close", () => (pipelined -= 1));
    if (lane.waiting.length === MOST_WAITING || pipelined > MOST_PIPELINED) {
      onFlood(socket);
      socket.destroy();
      return;
    }
    lane.waiting.push(start);
    enqueue(lane);
  };
  const stateOf = (socket: Socket): CallState => {
    const { active, newest } = lanes.get(socket) ?? {};
    if (active === undefined || active === 0) return "none";
    return newest?.complete === false ? "receiving" : "handled";
  };
  return { handle, stateOf };
}

export async function listen(handler: RequestListener, options: ListenOptions): Promise<HttpServer> {
  const { connections } = options;
  const calls = inTurn(handler, (socket) => places?.suspect(socket));
  const places = connections && createConnectionPlaces(connections, calls.stateOf);
  const unsent = createUnsentWatch(options.unsent ?? unsentLimits, connections);
  const unread = createUnreadPace(options.unread ?? unreadLimits, connections?.networkOf);
  const server = createServer(
    {
      requestTimeout: LONGEST_BODY_MS,
      headersTimeout: 10_000,
      // Both limits are checked this often; Node's own 30 s would triple them.
      connectionsCheckingInterval: 1_000,
      // Longer than the idle timeout of common load balancers, so that they close idle connections, not we.
      keepAliveTimeout: 75_000,
      maxHeaderSize: 16_384,
      // The application refuses it with its own error.
      requireHostHeader: false,
    },
    calls.handle,
  );
  if (places !== undefined) server.on("connection", places.add);
  const { refusal, bodyTimeoutMs = 15_000, readerTimeoutMs = READER_TIMEOUT_MS } = options;
  // Nothing was sent or received in this time, or in that of an idle connection. A call may take as long as it needs.
  server.setTimeout(readerTimeoutMs, (socket) => {
    if (socket.writableLength > 0 || calls.stateOf(socket) === "none") socket.destroy();
  });
  // Before the handler, which may give a body more time.
  server.prependListener("request", (request, response) =>
    limitBody(request, bodyTimeoutMs, () => {
      if (refusal === undefined || response.headersSent || response.socket === null) request.destroy();
      else refuse(response.socket, 408, refusal);
    }),
  );
  server.on("request", unsent.add);
  server.prependListener("request", unread.add);
  // Before all that reads the body.
  server.prependListener("request", (request, response) =>
    joinSmallChunks(request, () => {
      const { socket } = request;
      places?.suspect(socket);
      if (refusal === undefined || response.headersSent) {
        socket.destroy();
        return;
      }
      refuse(socket, 413, refusal);
      // Nothing more is parsed, and its client has a moment for the response.
      socket.pause();
      setTimeout(() => socket.destroy(), REFUSED_MS).unref();
    }),
  );
  if (refusal !== undefined) {
    // A response in progress must not be written into. The newest response of a connection ends last.
    const newest = new WeakMap<Duplex, ServerResponse>();
    server.on("request", ({ socket }, response) => newest.set(socket, response));
    server.on("clientError", (error, socket) => {
      if (newest.get(socket)?.writableFinished === false) socket.destroy();
      else refuse(socket, statusOf(error), refusal);
    });
    server.on("checkExpectation", (_request, response) => refuse(response.socket, 417, refusal));
  }
  await new Promise<void>((resolve, reject) => {
    const onError = (error: Error) => reject(asListenFault(error, options.portSetting ?? "PORT", options));
    server.once("error", onError);
    server.listen(options.port, options.host, () => {
      server.off("error", onError);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async ({ timeoutMs = 5_000, graceMs = 0 } = {}) => {
      server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
      if (graceMs > 0) await pause(graceMs);
      await closeServer(server, timeoutMs);
      unsent.stop();
      unread.stop();
    },
  };
}

function limitBody(request: IncomingMessage, ms: number, onLate: () => void): void {
  const isComplete = () => request.complete || request.destroyed;
  let timer: NodeJS.Timeout | undefined;
  const start = (timeoutMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isComplete()) onLate();
    }, timeoutMs).unref();
  };
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) === 0) return;
  bodyTimers.set(request, start);
  start(ms);
  request.once("close", () => clearTimeout(timer));
}

function statusOf(error: NodeJS.ErrnoException): number {
  if (error.code === "HPE_HEADER_OVERFLOW") return 431;
  return error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}

function refuse(socket: Duplex | null, status: number, refusal: (status: number) => Refusal): void {
  if (socket === null || !socket.writable) {
    socket?.destroy();
    return;
  }
  const { headers, body } = refusal(status);
  const all = { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}

async function closeServer(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  // A connection becomes idle after its last response; no event reports it, so poll until all are closed.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearTimeout(cut);
  clearInterval(sweep);
}
