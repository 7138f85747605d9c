import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { SecureContextOptions } from "node:tls";

export interface LocalServer extends AsyncDisposable {
  readonly port: number;
  readonly connections: () => number;
}

export function listenHttp(listener: RequestListener, address?: string): Promise<LocalServer> {
  return listen(createHttpServer(listener), address);
}

export function listenHttps(
  certificate: SecureContextOptions & { readonly key: string; readonly cert: string },
  listener: RequestListener,
): Promise<LocalServer> {
  return listen(createHttpsServer(certificate, listener));
}

export function listenTcp(onSocket: (socket: Socket) => void): Promise<LocalServer> {
  return listen(
    createTcpServer((socket) => {
      socket.on("error", () => {}); // clients cut these connections intentionally
      onSocket(socket);
    }),
  );
}

async function listen(server: Server | HttpServer, address = "127.0.0.1"): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
