import { isIP } from "node:net";
import { refusalOf } from "./address-guard.ts";
import { type LookupHost, resolveHost } from "./resolve-host.ts";

export type WebhookUrlCheck =
  | { readonly kind: "ok"; readonly url: URL }
  | { readonly kind: "unsafe"; readonly message: string };

export type WebhookUrlDnsCheck =
  | { readonly kind: "ok" }
  | { readonly kind: "unsafe"; readonly message: string };

export interface WebhookUrlDnsOptions {
  readonly allowPrivate: boolean;
  readonly lookup: LookupHost;
  readonly timeoutMs: number;
}

/** Many servers and proxies refuse longer URLs. */
const maxUrlLength = 2_048;

/** Names of the machine, the local network (RFC 6762) and private networks (`internal`, reserved by ICANN in 2024). */
const localName = /(?:^|\.)(?:localhost|local|internal)$/;

/** Ports of database, mail, name and remote-access servers, which could read a delivery as commands. */
const refusedPorts: ReadonlySet<string> = new Set(
  [
    [0, 21, 22, 23, 53, 135, 139, 389, 445, 636, 2049, 3389, 5900],
    [25, 110, 143, 465, 587, 993, 995, 2525],
    [1433, 1521, 2181, 2379, 2380, 3306, 5432, 5984, 6379, 6432, 9042, 9092, 9200, 9300, 11211, 26257, 27017],
  ]
    .flat()
    .map(String),
);

/** Messages follow a field's name. One message for all internal addresses, so that it does not map our network. */
const notPublic = "must point to a public internet address";

/** Checks a webhook URL without DNS. `allowPrivate` is for development. */
export function checkWebhookUrl(text: string, options: { readonly allowPrivate: boolean }): WebhookUrlCheck {
  const message = textError(text);
  if (message !== undefined) return unsafe(message);
  const url = new URL(text);
  const error =
    schemeError(url, options.allowPrivate) ?? portError(url) ?? hostError(url, options.allowPrivate);
  return error === undefined ? { kind: "ok", url } : unsafe(error);
}

/** Checks that all addresses of the URL's host are public now. The guarded client checks again at every connection. */
export async function checkWebhookUrlByDns(
  url: URL,
  { allowPrivate, lookup, timeoutMs }: WebhookUrlDnsOptions,
): Promise<WebhookUrlDnsCheck> {
  const resolved = await resolveHost(hostOf(url), {
    allowPrivate,
    lookup,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (resolved.kind === "unsafe_address") return unsafe(notPublic);
  return resolved.kind === "ok" ? { kind: "ok" } : unsafe("must have a host that DNS can resolve");
}

/** Returns the host for resolvers and sockets: IPv6 without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

function textError(text: string): string | undefined {
  if (text.length > maxUrlLength) return `must have at most ${maxUrlLength} characters`;
  // The parser silently drops or encodes these: the signed and logged URL would differ from the given one.
  if (/[\s\p{Cc}\\]/u.test(text)) return "must not contain spaces, control characters or backslashes";
  return URL.canParse(text) ? undefined : "must be a URL, such as https://example.com/hook";
}

function schemeError({ protocol, username, password }: URL, allowPrivate: boolean): string | undefined {
  if (protocol !== "https:" && !(allowPrivate && protocol === "http:"))
    return "must use https, such as https://example.com/hook";
  return username === "" && password === "" ? undefined : "must not contain credentials";
}

function portError({ port }: URL): string | undefined {
  if (!refusedPorts.has(port)) return undefined;
  return `must not use port ${port}, which is used by databases, mail or other servers; use 443`;
}

function hostError(url: URL, allowPrivate: boolean): string | undefined {
  if (allowPrivate) return undefined;
  // The parser removes one final dot from an IPv4 address, but not two.
  let host = hostOf(url);
  while (host.endsWith(".")) host = host.slice(0, -1);
  if (isIP(host) !== 0) return refusalOf(host) === undefined ? undefined : notPublic;
  return localName.test(host) ? notPublic : undefined;
}

function unsafe(message: string): { readonly kind: "unsafe"; readonly message: string } {
  return { kind: "unsafe", message };
}
