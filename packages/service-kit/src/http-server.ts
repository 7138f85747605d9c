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
  readonly host?: string | undefined;
  /** Makes the response to anything that is not HTTP; default: a status line alone. */
  readonly refusal?: (status: number) => Refusal;
  /** Limit for receiving headers and body. */
  readonly requestTimeoutMs?: number;
}

export async function listen(handler: RequestListener, options: ListenOptions): Promise<HttpServer> {
  const server = createServer(
    {
      requestTimeout: options.requestTimeoutMs ?? 15_000,
      headersTimeout: 10_000,
      // Longer than the idle timeout of common load balancers, so that they close idle connections, not we.
      keepAliveTimeout: 75_000,
      maxHeaderSize: 16_384,
      // The application refuses it with its own error.
      requireHostHeader: false,
    },
    handler,
  );
  const { refusal } = options;
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
  // A connection becomes idle after its last response; no event reports it, so poll until all are closed.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearTimeout(cut);
  clearInterval(sweep);
}
