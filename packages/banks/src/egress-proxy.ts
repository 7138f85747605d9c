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

/**
 * A proxy that refuses to connect answers in the bank's place, in plain text: nothing that it says is the bank's.
 * Throws `BankUnavailable`.
 */
export function checkAnswersForBank(response: AxiosResponse, baseUrl: string): void {
  const socket: { readonly encrypted?: unknown } | null | undefined = response.request?.socket;
  if (baseUrl.startsWith("https:") && socket?.encrypted !== true)
    throw new BankUnavailable(`the egress proxy did not connect (HTTP status ${response.status})`);
}
