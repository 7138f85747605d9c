import { request } from "node:http";
import type { Socket } from "node:net";
import type { AxiosProxyConfig } from "axios";
import { BankUnavailable } from "./bank-failure.ts";

/** For the forwarding of requests to an http host; an https host is asked through a tunnel. */
export function proxyConfig(proxyUrl: string | undefined): AxiosProxyConfig | false {
  const url = URL.parse(proxyUrl ?? "");
  if (url === null) return false;
  const auth = { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  return {
    protocol: "http",
    // An IPv6 address comes in brackets.
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 80),
    ...(url.username !== "" && { auth }),
  };
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
  const proxy = proxyConfig(proxyUrl);
  if (proxy === false) throw new Error("the proxy's URL is none");
  const authority = `${target.host.includes(":") ? `[${target.host}]` : target.host}:${target.port}`;
  const credentials = proxy.auth && Buffer.from(`${proxy.auth.username}:${proxy.auth.password}`);
  const asked = request({
    method: "CONNECT",
    host: proxy.host,
    port: proxy.port,
    path: authority,
    headers: {
      host: authority,
      ...(credentials && { "proxy-authorization": `Basic ${credentials.toString("base64")}` }),
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
