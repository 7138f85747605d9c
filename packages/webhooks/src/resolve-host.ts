import { isIP } from "node:net";
import { unlessAborted } from "@receipts/service-kit";
import { refusalOf } from "./address-guard.ts";

/** Returns all addresses of a name, IPv4 and IPv6. Rejects if there are none. */
export type LookupHost = (hostname: string) => Promise<readonly string[]>;

export type ResolvedHost =
  | { readonly kind: "ok"; readonly addresses: readonly string[] }
  | { readonly kind: "unsafe_address" }
  | { readonly kind: "unresolved" };

export interface ResolveHostOptions {
  readonly allowPrivate: boolean;
  readonly lookup: LookupHost;
  /** Ends the wait as `unresolved`. The lookup itself cannot be aborted. */
  readonly signal: AbortSignal;
}

/**
 * Resolves and checks a host. One unsafe address makes the whole name unsafe: it may be mixed in to be chosen. Connect
 * to the returned addresses: the result of a second lookup would be unchecked.
 */
export async function resolveHost(
  hostname: string,
  { allowPrivate, lookup, signal }: ResolveHostOptions,
): Promise<ResolvedHost> {
  const addresses = isIP(hostname) === 0 ? await addressesOf(hostname, lookup, signal) : [hostname];
  if (addresses.length === 0) return { kind: "unresolved" };
  const safe = allowPrivate || addresses.every((address) => refusalOf(address) === undefined);
  return safe ? { kind: "ok", addresses } : { kind: "unsafe_address" };
}

async function addressesOf(
  hostname: string,
  lookup: LookupHost,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (signal.aborted) return [];
  try {
    return await unlessAborted(lookup(hostname), signal);
  } catch {
    return []; // the cause is hidden: it could reveal our internal network
  }
}
