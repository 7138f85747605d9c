import type { BankEnvironment } from "./bank-adapter.ts";

export type IsKnownHost = (link: URL) => boolean;

/** The bank's own host names, and the hosts configured in their place. */
export function knownHosts(
  hostNames: readonly string[],
  env: BankEnvironment,
  baseUrlSettings: readonly string[],
): IsKnownHost {
  const configured = baseUrlSettings.flatMap((name) => URL.parse(env[name] ?? "")?.host ?? []);
  return (link) => hostNames.includes(link.hostname) || configured.includes(link.host);
}
