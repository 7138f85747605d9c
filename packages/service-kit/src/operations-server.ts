import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Health } from "./health.ts";
import { hostFault } from "./host-fault.ts";
import { type HttpServer, listen } from "./http-server.ts";
import type { ServiceMetrics } from "./service-metrics.ts";

export interface OperationsServerOptions {
  readonly port: number;
  /** Default: every address of the host. */
  readonly host?: string | undefined;
  readonly health: Health;
  readonly metrics: ServiceMetrics;
}

/** Serves `/health/live`, `/health/ready` and `/metrics` on a port of their own. */
export function startOperationsServer(options: OperationsServerOptions): Promise<HttpServer> {
  const handler: RequestListener = (request, response) => {
    respond(options, request, response).catch(() => response.writeHead(500).end());
  };
  return listen(handler, { ...options, portSetting: "METRICS_PORT" });
}

async function respond(
  options: OperationsServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const json = (status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const fault = hostFault(request);
  if (fault !== undefined) {
    response.writeHead(400, { connection: "close" }).end(fault);
    return;
  }
  if (request.method !== "GET") {
    response.writeHead(405, { allow: "GET" }).end();
    return;
  }
  switch (request.url) {
    case "/health/live":
      json(200, { status: "live" });
      return;
    case "/health/ready": {
      const { ready, dependencies } = await options.health.readiness();
      json(ready ? 200 : 503, { status: ready ? "ready" : "not_ready", dependencies });
      return;
    }
    case "/metrics": {
      const text = await options.metrics.text();
      response.writeHead(200, { "content-type": options.metrics.registry.contentType }).end(text);
      return;
    }
    default:
      response.writeHead(404).end();
  }
}
