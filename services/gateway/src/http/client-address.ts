import { isIP, isIPv4, isIPv6 } from "node:net";
import type { Request } from "express";

/**
 * Where the call came from, as `TRUSTED_PROXIES` has it read. A trusted proxy that forwards something else than an
 * address is itself the client.
 */
export function clientAddress(request: Request): string | null {
  return addressIn(request.ip) ?? addressIn(request.socket.remoteAddress) ?? null;
}

/** What limits count by: one customer of a provider has a whole /64 of IPv6 addresses to choose from. */
export function clientNetwork(request: Request): string {
  const address = clientAddress(request);
  if (address === null) return "unknown";
  return isIPv6(address) ? `${firstGroups(address)}::/64` : address;
}

/** Without a zone; an IPv4 address that was written as IPv6 is that IPv4 address. */
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
