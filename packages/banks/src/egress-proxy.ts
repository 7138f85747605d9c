import { request } from "node:http";
import type { Socket } from "node:net";
import type { AxiosProxyConfig, AxiosResponse } from "axios";
import { BankUnavailable } from "./bank-failure.ts";

/** What axios makes of it: `CONNECT` for https targets, so that TLS stays with the bank; plain forwarding for http. */
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

/** The same `CONNECT`, for connections that are opened side by side. Rejects when the proxy refuses. */
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
  return new Promise((resolve, reject) => {
    asked.on("error", reject);
    asked.once("connect", ({ statusCode = 0 }, socket: Socket) => {
      socket.on("error", reject);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(new BankUnavailable(`the egress proxy did not connect (HTTP status ${statusCode})`));
    });
    asked.end();
  });
}

/**
 * A proxy that refuses to connect answers in the bank's place, in plain text: nothing that it says is the bank's.
 * Throws `BankUnavailable`.
 */
export function checkAnswersForBank(response: AxiosResponse, baseUrl: string): void {
  const socket: { readonly encrypted?: unknown } | null | undefined = response.request?.socket;
  if (baseUrl.startsWith("https:") && socket?.encrypted !== true)
    throw new BankUnavailable(`the egress proxy did not connect (HTTP status ${response.status})`);
}
