import { lookup, Resolver } from "node:dns/promises";
import type { LookupHost } from "./resolve-host.ts";

/** Timeout of each of two tries; the caller's deadline is usually shorter than both. */
const queryTimeoutMs = 2_000;
const queryTries = 2;

/**
 * Resolves as other programs on the machine do: with `/etc/hosts`, `localhost` and search domains. Each lookup holds
 * one of libuv's four threads until the name servers respond, so do not use it for untrusted names.
 */
export const lookupLikeTheSystem: LookupHost = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

/** Each is compared with all blocks that are refused, and a response of DNS has room for thousands. */
const MOST_ADDRESSES = 64;

export interface DnsLookupOptions {
  /** `address` or `address:port`. Default: the machine's name servers. */
  readonly servers?: readonly string[];
}

/**
 * Resolves by DNS only, without threads: 50 names whose servers never respond do not delay another. Returns IPv4 first;
 * one family is enough.
 */
export function createDnsLookup(options: DnsLookupOptions = {}): LookupHost {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: queryTries });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  return async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [ipv4, ipv6].flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    if (addresses.length > MOST_ADDRESSES) throw new Error("name has too many addresses");
    if (addresses.length === 0) throw new Error("name does not resolve", { cause: reasonOf(ipv4) });
    return addresses;
  };
}

function reasonOf(result: PromiseSettledResult<unknown>): unknown {
  return result.status === "rejected" ? result.reason : undefined;
}
