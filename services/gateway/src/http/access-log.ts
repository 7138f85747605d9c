import { apiErrors, errorsOf, verificationRoutes } from "@receipts/contracts";
import { type Log, latencyBuckets, type ServiceMetrics } from "@receipts/service-kit";
import type { Request, Response } from "express";
import { contextOf, type RequestContext } from "./request-context.ts";

/** Of the many that a parser takes, those that somebody uses. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** As nginx has it. */
const CLIENT_CLOSED = "499";

/** The route whose availability is an objective, and what it may answer with. */
const { submitVerification } = verificationRoutes;
const submitErrors = errorsOf(submitVerification);
const submitCodes = new Set([
  ...Object.keys(submitVerification.responses),
  ...submitErrors.map((code) => String(apiErrors[code].status)),
]);

/** One wide log line, one observation and the end of the span for each call, whatever becomes of it. */
export function accessLog(deps: {
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}): (request: Request, response: Response) => void {
  const { began, ended } = createHttpMetrics(deps.metrics);
  return (request, response) => {
    began();
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
        // The caller went away before the answer was out.
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
    "HTTP requests answered",
    ["method", "route", "code"],
    {
      method: ["POST"],
      route: [submitVerification.path],
      code: [...submitCodes],
    },
  );
  const rejected = metrics.counter(
    "verify_rejected_total",
    "Submissions that were not accepted, or could not be answered as they should, by error code",
    ["reason"],
    { reason: submitErrors },
  );
  const duration = metrics.histogram(
    "http_request_duration_seconds",
    "Time from the first byte of a request to the end of its answer",
    latencyBuckets,
    ["method", "route"],
  );
  const inFlight = metrics.gauge("http_requests_in_flight", "HTTP requests being answered");
  return {
    began: () => inFlight.inc(),
    /** `status` is undefined when the caller went away before there was an answer. */
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
