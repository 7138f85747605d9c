import { uptimeRoutes as contracts, type RouteContract } from "@receipts/contracts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { sendResult } from "../http/send-result.ts";
import type { UptimeReader } from "./uptime-reader.ts";

export function uptimeRoutes(reader: UptimeReader): MountedRoute[] {
  return [
    route(contracts.getUptime, reader.status),
    route(contracts.getUptimeOverview, reader.overview),
    route(contracts.getUptimeHistory, reader.history),
    route(contracts.getPublicUptime, reader.status),
    route(contracts.getPublicUptimeHistory, reader.history),
  ];
}

function route(contract: RouteContract, read: () => Promise<readonly object[]>): MountedRoute {
  return {
    contract,
    // Any website may show it: it needs no credentials and contains no account data.
    isForAnyOrigin: contract.access === "public",
    handler: async (_request, response) => {
      const banks = await read();
      if (contract.access === "public") response.set("Cache-Control", "public, max-age=30");
      sendResult(response, "Uptime of the banks", { banks });
    },
  };
}
