import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  /** Closes the connections of clients that are still connected. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts an HTTP server on this machine, at a free port. */
export async function startLocalServer(handler: RequestListener, host = "127.0.0.1"): Promise<LocalServer> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close,
    [Symbol.asyncDispose]: close,
  };
}
