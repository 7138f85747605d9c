import { request } from "node:http";
import type { Socket, TcpNetConnectOpts } from "node:net";
import { openTcp } from "@receipts/service-kit";
import { BankUnavailable } from "./bank-failure.ts";

export interface EgressProxy {
  readonly origin: string;
  /** The credentials for the proxy. */
  readonly authorization: string | undefined;
}

export function readProxy(proxyUrl: string | undefined): EgressProxy | undefined {
  const url = URL.parse(proxyUrl ?? "");
  if (url === null) return undefined;
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const basic = `Basic ${Buffer.from(credentials).toString("base64")}`;
  return { origin: url.origin, authorization: url.username === "" ? undefined : basic };
}

export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

/** A proxy's tunnel could not be opened. Reveals nothing about the proxy except its status. */
export class TunnelFailed extends BankUnavailable {
  /** `unreachable`: the proxy did not reach the bank. `refused`: the proxy is down or does not admit us. */
  readonly fault: "refused" | "unreachable";
  constructor(fault: "refused" | "unreachable", detail: string, cause?: unknown) {
    super(`the egress proxy did not connect (${detail})`, cause);
    this.fault = fault;
  }
}

/** Opens a tunnel by `CONNECT`, for a connection of our own. Throws `TunnelFailed`, and the signal's reason. */
export function openTunnel(proxyUrl: string, target: TunnelTarget, signal: AbortSignal): Promise<Socket> {
  const proxy = readProxy(proxyUrl);
  if (proxy === undefined) throw new Error("the proxy's URL is missing");
  const authority = `${target.host.includes(":") ? `[${target.host}]` : target.host}:${target.port}`;
  const connectRequest = request(proxy.origin, {
    method: "CONNECT",
    path: authority,
    headers: {
      host: authority,
      ...(proxy.authorization && { "proxy-authorization": proxy.authorization }),
    },
    agent: false,
    createConnection: (options) => openTcp(options as TcpNetConnectOpts), // a URL gives host and port
    signal,
  });
  let isConnected = false;
  connectRequest.once("socket", (socket: Socket) => {
    socket.once("connect", () => {
      isConnected = true;
    });
  });
  return new Promise((resolve, reject) => {
    connectRequest.on("error", (error) =>
      reject(signal.aborted ? abortedTunnel(isConnected, signal) : notOpened(error)),
    );
    connectRequest.once("connect", ({ statusCode = 0 }, socket: Socket) => {
      socket.on("error", reject);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      // Proxies respond 5xx when they cannot reach the host, and 4xx when they refuse to connect.
      const fault = statusCode >= 500 ? "unreachable" : "refused";
      reject(new TunnelFailed(fault, `HTTP status ${statusCode}`));
    });
    connectRequest.end();
  });
}

function notOpened(error: NodeJS.ErrnoException): TunnelFailed {
  return new TunnelFailed("refused", error.code ?? error.name, error);
}

/** A proxy that accepted no connection in time counts as down. */
function abortedTunnel(isConnected: boolean, { reason }: AbortSignal): unknown {
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout && !isConnected ? new TunnelFailed("refused", "ETIMEDOUT", reason) : reason;
}
