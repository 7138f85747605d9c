import { apiErrors, errorsOf, verificationRoutes } from "@receipts/contracts";
import { latencyBuckets, type ServiceMetrics } from "@receipts/service-kit";

export interface HttpMetrics {
  began(): void;
  ended(call: EndedCall): void;
}

export interface EndedCall {
  readonly method: string;
  /** The path as the router has it, without anything that a caller sent. */
  readonly route: string;
  /** Undefined when the caller went away before there was an answer. */
  readonly status: number | undefined;
  readonly seconds: number;
  readonly errorCode: unknown;
}

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

export function createHttpMetrics(metrics: ServiceMetrics): HttpMetrics {
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
    ended: ({ route, status, seconds, errorCode, ...call }) => {
      inFlight.dec();
      const method = METHODS.has(call.method) ? call.method : "OTHER";
      total.inc({ method, route, code: status === undefined ? CLIENT_CLOSED : String(status) });
      duration.observe({ method, route }, seconds);
      const isSubmission = method === "POST" && route === submitVerification.path;
      if (isSubmission && typeof errorCode === "string") rejected.inc({ reason: errorCode });
    },
  };
}
