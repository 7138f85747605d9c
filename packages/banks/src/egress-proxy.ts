import { request } from "node:http";
import type { Socket } from "node:net";
import { BankUnavailable } from "./bank-failure.ts";

export interface EgressProxy {
  readonly origin: string;
  /** Its credentials, which it demands first. */
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

/** Why a proxy's tunnel could not be opened. Says nothing of the proxy but its status. */
export class TunnelFailed extends BankUnavailable {
  /** `unreachable`: the proxy did not reach the bank. `refused`: it is the proxy that does not work, or does not let us through. */
  readonly fault: "refused" | "unreachable";
  constructor(fault: "refused" | "unreachable", detail: string, cause?: unknown) {
    super(`the egress proxy did not connect (${detail})`, cause);
    this.fault = fault;
  }
}

/** The same `CONNECT`, for a connection of our own. Throws `TunnelFailed`, and the signal's reason. */
export function openTunnel(proxyUrl: string, target: TunnelTarget, signal: AbortSignal): Promise<Socket> {
  const proxy = readProxy(proxyUrl);
  if (proxy === undefined) throw new Error("the proxy's URL is none");
  const authority = `${target.host.includes(":") ? `[${target.host}]` : target.host}:${target.port}`;
  const asked = request(proxy.origin, {
    method: "CONNECT",
    path: authority,
    headers: {
      host: authority,
      ...(proxy.authorization && { "proxy-authorization": proxy.authorization }),
    },
    agent: false,
    signal,
  });
  let isConnected = false;
  asked.once("socket", (socket: Socket) => {
    socket.once("connect", () => {
      isConnected = true;
    });
  });
  return new Promise((resolve, reject) => {
    asked.on("error", (error) =>
      reject(signal.aborted ? abortedTunnel(isConnected, signal) : notOpened(error)),
    );
    asked.once("connect", ({ statusCode = 0 }, socket: Socket) => {
      socket.on("error", reject);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      // Proxies say by 5xx that they did not reach the host, by 4xx that they do not want to.
      const fault = statusCode >= 500 ? "unreachable" : "refused";
      reject(new TunnelFailed(fault, `HTTP status ${statusCode}`));
    });
    asked.end();
  });
}

function notOpened(error: NodeJS.ErrnoException): TunnelFailed {
  return new TunnelFailed("refused", error.code ?? error.name, error);
}

/** A proxy that took no connection until time was up is not there. */
function abortedTunnel(isConnected: boolean, { reason }: AbortSignal): unknown {
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout && !isConnected ? new TunnelFailed("refused", "ETIMEDOUT", reason) : reason;
}
