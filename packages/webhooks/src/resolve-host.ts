import { isIP } from "node:net";
import { unlessAborted } from "@receipts/service-kit";
import { refusalOf } from "./address-guard.ts";

/** All addresses of a name, IPv4 and IPv6. Rejects when there are none. */
export type LookupHost = (hostname: string) => Promise<readonly string[]>;

export type ResolvedHost =
  | { readonly kind: "ok"; readonly addresses: readonly string[] }
  | { readonly kind: "unsafe_address" }
  | { readonly kind: "unresolved" };

export interface ResolveHostOptions {
  readonly allowPrivate: boolean;
  readonly lookup: LookupHost;
  /** Gives up waiting, as `unresolved`: a lookup itself cannot be stopped. */
  readonly signal: AbortSignal;
}

/**
 * One bad address condemns the name: whoever mixes one in means it to be chosen in the end.
 * The caller connects to these addresses and does not ask again, or a second answer would pass unchecked.
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
    return []; // why a name does not resolve is told to nobody: it could tell of the network inside
  }
}
