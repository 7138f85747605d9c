import { type Log, latencyBuckets, type ServiceMetrics } from "@receipts/service-kit";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { contextOf } from "./request-context.ts";

/** One wide log line and one observation for each call, whatever becomes of it. */
export function accessLog(deps: { readonly log: Log; readonly metrics: ServiceMetrics }): RequestHandler {
  const total = deps.metrics.counter("http_requests_total", "HTTP requests answered", [
    "method",
    "route",
    "code",
  ]);
  const duration = deps.metrics.histogram(
    "http_request_duration_seconds",
    "Time from the first byte of a request to the end of its answer",
    latencyBuckets,
    ["method", "route"],
  );
  const inFlight = deps.metrics.gauge("http_requests_in_flight", "HTTP requests being answered");
  return (request: Request, response: Response, next: NextFunction) => {
    inFlight.inc();
    response.once("close", () => {
      inFlight.dec();
      const context = contextOf(request);
      const seconds = (performance.now() - context.startedAt) / 1_000;
      const { route } = context;
      total.inc({ method: request.method, route, code: String(response.statusCode) });
      duration.observe({ method: request.method, route }, seconds);
      deps.log.info("http.request", {
        requestId: context.requestId,
        method: request.method,
        route,
        status: response.statusCode,
        durationMs: Math.round(seconds * 1_000),
        // The caller went away before the answer was out.
        ...(response.writableFinished ? {} : { cut: true }),
        ...(context.caller === undefined
          ? {}
          : {
              userId: context.caller.userId,
              apiKeyId: context.caller.apiKeyId ?? undefined,
              sessionId: context.caller.sessionId ?? undefined,
            }),
        ...context.logFields,
      });
    });
    next();
  };
}
