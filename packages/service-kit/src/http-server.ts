import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface HttpServer {
  readonly port: number;
  /** Takes no new connection, lets calls in hand finish up to `timeoutMs`, then cuts what is left. */
  close(options?: { readonly timeoutMs?: number }): Promise<void>;
}

export interface ListenOptions {
  readonly port: number;
  readonly host?: string | undefined;
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
    },
    handler,
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: ({ timeoutMs = 5_000 } = {}) => closeServer(server, timeoutMs),
  };
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
