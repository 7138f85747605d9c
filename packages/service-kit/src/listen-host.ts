import { BlockList, isIP } from "node:net";
import { ConfigurationError } from "./configuration.ts";

interface ListeningConfig {
  readonly NODE_ENV: string;
  readonly HOST?: string | undefined;
}

/** Returns the address to listen on; undefined means every address of the host. */
export function listenHostOf({ NODE_ENV, HOST }: ListeningConfig): string | undefined {
  return HOST ?? (NODE_ENV === "production" ? undefined : "127.0.0.1");
}

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet("127.0.0.0", 8, "ipv4");
loopbackAddresses.addAddress("::1", "ipv6");

/** Whether only this host can connect. */
export function listensOnLoopback(config: ListeningConfig): boolean {
  const host = listenHostOf(config);
  return host !== undefined && loopbackAddresses.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
}

/** A remote caller must not reach into this network through a webhook. */
export function refuseUnsafePrivateWebhooks(
  config: ListeningConfig & { readonly WEBHOOK_ALLOW_PRIVATE: boolean },
): void {
  if (!config.WEBHOOK_ALLOW_PRIVATE) return;
  if (config.NODE_ENV === "production") {
    throw new ConfigurationError(["WEBHOOK_ALLOW_PRIVATE: must not be true in production"]);
  }
  if (!listensOnLoopback(config)) {
    throw new ConfigurationError([
      "WEBHOOK_ALLOW_PRIVATE: must not be true while HOST is not a loopback address, such as 127.0.0.1",
    ]);
  }
}
