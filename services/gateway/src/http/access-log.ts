import { apiErrors, errorsOf, verificationRoutes } from "@receipts/contracts";
import { type Log, latencyBuckets, type ServiceMetrics } from "@receipts/service-kit";
import type { Request, Response } from "express";
import { contextOf, type RequestContext } from "./request-context.ts";

/** The methods in use; the parser accepts many more. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** As in nginx. */
const CLIENT_CLOSED = "499";

/** The route with an availability objective, and its status codes. */
const { submitVerification } = verificationRoutes;
const submitErrors = errorsOf(submitVerification);
const submitCodes = new Set([
  ...Object.keys(submitVerification.responses),
  ...submitErrors.map((code) => String(apiErrors[code].status)),
]);

/** For each call, with any outcome: one wide log line, one observation, and the end of the span. */
export function accessLog(deps: {
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}): (request: Request, response: Response) => void {
  const { started, ended } = createHttpMetrics(deps.metrics);
  return (request, response) => {
    started();
    response.once("close", () => {
      const context = contextOf(request);
      const seconds = (performance.now() - context.startedAt) / 1_000;
      ended(request.method, context, response.headersSent ? response.statusCode : undefined, seconds);
      context.span.end({
        name: `${request.method} ${context.route}`,
        attributes: {
          "http.request.method": request.method,
          "http.route": context.route,
          "http.response.status_code": response.statusCode,
          "receipts.request_id": context.requestId,
        },
        failed: response.statusCode >= 500,
      });
      const { caller } = context;
      deps.log.info("http.request", {
        requestId: context.requestId,
        method: request.method,
        route: context.route,
        status: response.statusCode,
        durationMs: Math.round(seconds * 1_000),
        // The caller disconnected before the end of the response.
        cut: response.writableFinished ? undefined : true,
        userId: caller?.userId,
        apiKeyId: caller?.apiKeyId ?? undefined,
        sessionId: caller?.sessionId ?? undefined,
        ...context.logFields,
      });
    });
  };
}

function createHttpMetrics(metrics: ServiceMetrics) {
  const total = metrics.counter(
    "http_requests_total",
    "HTTP requests with a response",
    ["method", "route", "code"],
    {
      method: ["POST"],
      route: [submitVerification.path],
      code: [...submitCodes],
    },
  );
  const rejected = metrics.counter(
    "verify_rejected_total",
    "Submissions that were refused, or failed after they were accepted, by error code",
    ["reason"],
    { reason: submitErrors },
  );
  const duration = metrics.histogram(
    "http_request_duration_seconds",
    "Time from the first byte of a request to the end of its response",
    latencyBuckets,
    ["method", "route"],
  );
  const inFlight = metrics.gauge("http_requests_in_flight", "HTTP requests in progress");
  return {
    started: () => inFlight.inc(),
    /** `status` is undefined if the caller disconnected before the response. */
    ended: (sent: string, context: RequestContext, status: number | undefined, seconds: number) => {
      inFlight.dec();
      const { route, logFields } = context;
      const method = METHODS.has(sent) ? sent : "OTHER";
      total.inc({ method, route, code: status === undefined ? CLIENT_CLOSED : String(status) });
      duration.observe({ method, route }, seconds);
      const { errorCode } = logFields;
      const isSubmission = method === "POST" && route === submitVerification.path;
      if (isSubmission && typeof errorCode === "string") rejected.inc({ reason: errorCode });
    },
  };
}
