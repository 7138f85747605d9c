import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { pause } from "./time-limits.ts";

export interface HttpServer {
  readonly port: number;
  /**
   * For `graceMs` still answers whoever calls, each time as the connection's last answer, so that no connection is closed
   * under a call. Then takes no new connection, lets calls in hand finish up to `timeoutMs`, and cuts what is left.
   */
  close(options?: { readonly timeoutMs?: number; readonly graceMs?: number }): Promise<void>;
}

/** A whole answer for a call that never became a request. */
export interface Refusal {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ListenOptions {
  readonly port: number;
  readonly host?: string | undefined;
  /** The answer to what cannot be read as HTTP; without it there is none but the status line. */
  readonly refusal?: (status: number) => Refusal;
  /** Headers and body must have arrived by then. */
  readonly requestTimeoutMs?: number;
}

export async function listen(handler: RequestListener, options: ListenOptions): Promise<HttpServer> {
  const server = createServer(
    {
      requestTimeout: options.requestTimeoutMs ?? 15_000,
      headersTimeout: 10_000,
      // Longer than the idle timeout of usual balancers, so that it is they who close idle connections.
      keepAliveTimeout: 75_000,
      maxHeaderSize: 16_384,
      // The application refuses it itself, in its own words.
      requireHostHeader: false,
    },
    handler,
  );
  const { refusal } = options;
  if (refusal !== undefined) {
    // An answer that is under way must not be written into. The newest of a connection is the last to be out.
    const newest = new WeakMap<Duplex, ServerResponse>();
    server.on("request", ({ socket }, response) => newest.set(socket, response));
    server.on("clientError", (error, socket) => {
      if (newest.get(socket)?.writableFinished === false) socket.destroy();
      else refuse(socket, statusOf(error), refusal);
    });
    server.on("checkExpectation", (_request, response) => refuse(response.socket, 417, refusal));
  }
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async ({ timeoutMs = 5_000, graceMs = 0 } = {}) => {
      server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
      if (graceMs > 0) await pause(graceMs);
      await closeServer(server, timeoutMs);
    },
  };
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
  // A connection becomes idle when its last answer is out; nothing tells us, so look again until all are gone.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearTimeout(cut);
  clearInterval(sweep);
}
