import { platformRoutes } from "@receipts/contracts";
import type { Health, ServiceMetrics } from "@receipts/service-kit";
import { sendDocument } from "@receipts/web-pages";
import type { MountedRoute } from "../http/mount-routes.ts";

export interface OperationsRouteDeps {
  readonly health: Health;
  readonly metrics: ServiceMetrics;
  /** Returns the document of `/openapi.json`. */
  readonly openApi: () => object;
  /** False if metrics have their own port. */
  readonly serveMetrics: boolean;
}

/** Routes for load balancers, Prometheus and client generators. */
export function operationsRoutes(deps: OperationsRouteDeps): MountedRoute[] {
  const metricsRoute: MountedRoute = {
    contract: platformRoutes.getPrometheusMetrics,
    handler: async (_request, response) => {
      response.set("Content-Type", deps.metrics.registry.contentType).send(await deps.metrics.text());
    },
  };
  return [
    {
      contract: platformRoutes.getLiveness,
      handler: (_request, response) => {
        response.json({ status: "live" });
      },
    },
    {
      contract: platformRoutes.getReadiness,
      handler: async (_request, response) => {
        const { ready, dependencies } = await deps.health.readiness();
        response.set("Cache-Control", "no-store");
        if (!ready) response.set("Retry-After", "5");
        response.status(ready ? 200 : 503).json({ status: ready ? "ready" : "not_ready", dependencies });
      },
    },
    ...(deps.serveMetrics ? [metricsRoute] : []),
    { contract: platformRoutes.getOpenApi, handler: sendDocument(deps.openApi) },
  ];
}
