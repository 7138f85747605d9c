import { tlsFault } from "@receipts/service-kit";
import type { RedisServers } from "./redis-connection.ts";

/**
 * The setting to look at and the reason, on one line, if Redis' answer shows that a setting is wrong. At the start, a closed
 * connection shows it too; later, a Redis that stops closes its connections.
 */
export function redisSettingFault(
  error: unknown,
  { servers, atStart }: { readonly servers: Pick<RedisServers, "tls">; readonly atStart: boolean },
): string | undefined {
  const inTls = tlsFault(error);
  if (inTls !== undefined)
    return `${inTls.about === "authority" ? "REDIS_CA_FILE" : "REDIS_URL"}: ${inTls.text}`;
  if (!(error instanceof Error)) return undefined;
  if (/^(?:WRONGPASS|NOAUTH|ERR AUTH|ERR invalid password)/.test(error.message))
    return "REDIS_URL: Redis refused user and password";
  if (atStart && servers.tls === undefined && closed.test(error.message))
    return "REDIS_URL: Redis closed the connection; one that expects TLS (rediss://) does so";
  return undefined;
}

const closed = /ECONNRESET|connection was closed|Connection is closed/i;
