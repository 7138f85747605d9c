import type { Log, ServiceMetrics } from "@receipts/service-kit";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { createHttpMetrics } from "./http-metrics.ts";
import { contextOf } from "./request-context.ts";

/** One wide log line, one observation and the end of the span for each call, whatever becomes of it. */
export function accessLog(deps: { readonly log: Log; readonly metrics: ServiceMetrics }): RequestHandler {
  const http = createHttpMetrics(deps.metrics);
  return (request: Request, response: Response, next: NextFunction) => {
    http.began();
    response.once("close", () => {
      const context = contextOf(request);
      const seconds = (performance.now() - context.startedAt) / 1_000;
      const { route } = context;
      http.ended({
        method: request.method,
        route,
        status: response.headersSent ? response.statusCode : undefined,
        seconds,
        errorCode: context.logFields["errorCode"],
      });
      context.span.end({
        name: `${request.method} ${route}`,
        attributes: {
          "http.request.method": request.method,
          "http.route": route,
          "http.response.status_code": response.statusCode,
          "receipts.request_id": context.requestId,
        },
        failed: response.statusCode >= 500,
      });
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
