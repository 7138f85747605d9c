import { isIP, isIPv4, isIPv6 } from "node:net";
import type { Log } from "@receipts/service-kit";
import type { Express, Request } from "express";

/**
 * The source address of a call, by `TRUSTED_PROXIES`. A trusted proxy that forwards no valid address is itself the
 * client.
 */
export function clientAddress(request: Request): string | null {
  return addressIn(request.ip) ?? addressIn(request.socket.remoteAddress) ?? null;
}

/** The address that limits count. */
export function clientNetwork(request: Request): string {
  const address = clientAddress(request);
  return address === null ? "unknown" : networkOf(address);
}

/** The network that a connection counts for; undefined for a proxy of `TRUSTED_PROXIES`. */
export function connectionNetwork(app: Express): (peer: string | undefined) => string | undefined {
  const isTrusted: (address: string, hop: number) => boolean = app.get("trust proxy fn");
  return (peer) => {
    const address = addressIn(peer);
    return address === undefined || isTrusted(address, 0) ? undefined : networkOf(address);
  };
}

/** Providers give a customer up to a /56 of IPv6 addresses: each call could come from another one, or another /64. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [first, second, third, fourth = "0"] = firstGroups(address).split(":");
  return `${first}:${second}:${third}:${(Number.parseInt(fourth, 16) >> 8).toString(16)}::/56`;
}

/**
 * Identifies the client of a call where one address may be many people: a proxy that is not in `TRUSTED_PROXIES`. Then
 * it is the network and the client that the proxy names at the right end of `X-Forwarded-For`. Any caller can write
 * that header, so the network has limits too: see `createClientLimit`.
 */
export function clientOf(request: Request): { readonly network: string; readonly client: string } {
  const network = clientNetwork(request);
  const isTrusted: (address: string, hop: number) => boolean = request.app.get("trust proxy fn");
  const peer = request.socket.remoteAddress;
  const forwarded = addressIn(request.get("x-forwarded-for")?.split(",").at(-1)?.trim());
  if (peer === undefined || isTrusted(peer, 0) || forwarded === undefined)
    return { network, client: network };
  return { network, client: `${network}${BEHIND}${networkOf(forwarded)}` };
}

/** The network of a client, which may be that of a proxy. */
export const networkOfClient = (client: string): string => client.split(BEHIND, 1)[0] ?? client;

/** An untrusted proxy has the limits of this many clients, for any forwarded header. */
export const CLIENTS_OF_A_PROXY = 5;

const BEHIND = "|";

/** Without a zone; an IPv4 address in IPv6 notation becomes IPv4. */
function addressIn(text: string | undefined): string | undefined {
  const [address = ""] = (text ?? "").toLowerCase().split("%", 1);
  const inner = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : "";
  if (isIPv4(inner)) return inner;
  return isIP(address) === 0 ? undefined : address;
}

const MAPPED = "::ffff:";
const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;

function firstGroups(address: string): string {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => "0");
  return [...before, ...zeros, ...after]
    .slice(0, GROUPS_OF_A_NETWORK)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

const todo =
  "if this is your proxy, name it in TRUSTED_PROXIES: until then its callers share the limits of five addresses";

/** Logs once that an untrusted proxy forwards calls: all its callers share its address and limits. */
export function warnOfUntrustedProxy(app: Express, log: Log): (request: Request) => void {
  const isTrusted: (address: string, hop: number) => boolean = app.get("trust proxy fn");
  let isLogged = false;
  return (request) => {
    const { remoteAddress } = request.socket;
    const isForwarded = !isLogged && request.headers["x-forwarded-for"] !== undefined;
    if (isForwarded && remoteAddress !== undefined && !isTrusted(remoteAddress, 0)) {
      isLogged = true;
      log.warn("proxy.untrusted", { peer: remoteAddress, todo });
    }
  };
}
