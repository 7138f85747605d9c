import { lookup, Resolver } from "node:dns/promises";
import type { LookupHost } from "./resolve-host.ts";

/** A silent name server gets this long, twice; the caller's deadline is usually shorter than both. */
const queryTimeoutMs = 2_000;
const queryTries = 2;

/**
 * As every other program on the machine resolves: `/etc/hosts`, `localhost` and search domains included.
 * Each look-up holds one of libuv's four threads until the name servers have answered, so it is not for strangers' names.
 */
export const lookupLikeTheSystem: LookupHost = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

export interface DnsLookupOptions {
  /** `address` or `address:port`, in place of those of the machine. */
  readonly servers?: readonly string[];
}

/**
 * By DNS alone and without threads: fifty names whose servers never answer do not hold up a fifty-first.
 * IPv4 first; one family is enough.
 */
export function createDnsLookup(options: DnsLookupOptions = {}): LookupHost {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: queryTries });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  return async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length === 0) throw new Error("name does not resolve", { cause: reasonOf(ipv4) });
    return addresses;
  };
}

function reasonOf(answer: PromiseSettledResult<unknown>): unknown {
  return answer.status === "rejected" ? answer.reason : undefined;
}
