import { type ConnectionLimits, closedFor, type ServiceMetrics } from "@receipts/service-kit";
import type { Express } from "express";
import type { GatewayConfig } from "../gateway-config.ts";
import { connectionNetwork } from "./client-address.ts";

/** A proxy of `TRUSTED_PROXIES` has as many connections as the gateway: it limits its own callers. */
export function connectionLimits(
  app: Express,
  config: Pick<GatewayConfig, "MAX_CONNECTIONS" | "MAX_CONNECTIONS_PER_ADDRESS">,
  metrics: ServiceMetrics,
): ConnectionLimits {
  const closed = metrics.counter(
    "http_connections_closed_total",
    "Connections closed: an address (`network`) or the gateway (`total`) had too many; calls were sent in advance (`flood`). A response was read too slowly (`reader`), or too much of it waited (`unsent`)",
    ["limit"],
    { limit: closedFor },
  );
  return {
    total: config.MAX_CONNECTIONS,
    perNetwork: config.MAX_CONNECTIONS_PER_ADDRESS,
    networkOf: connectionNetwork(app),
    onClosed: (limit) => closed.inc({ limit }),
  };
}
