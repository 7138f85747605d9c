import { apiErrors, type ErrorEnvelope, errorDocUrl } from "@receipts/contracts";
import type { Log } from "@receipts/service-kit";
import type { Request, Response } from "express";
import { ApiProblem, firstFaults, type ProblemCode, type ProblemOptions } from "./api-problem.ts";
import { isDatabaseOutage } from "./database-outage.ts";
import { contextOf } from "./request-context.ts";

/** Turns any thrown error into a problem for the caller, without internal details. */
export function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (isDatabaseOutage(error)) {
    return new ApiProblem("service_unavailable", { cause: error, retryAfterSeconds: 5 });
  }
  // Express's error for a path such as `/api/verify/%E0%A4%A`.
  if (error instanceof URIError) return new ApiProblem("not_found", { message: "There is no such path" });
  return new ApiProblem("internal_error", { cause: error });
}

export function logProblem(log: Log, request: Request, code: string, error: unknown): void {
  const { requestId, route, logFields } = contextOf(request);
  logFields["errorCode"] = code;
  if (code !== "internal_error" && code !== "service_unavailable") return;
  log.error("http.request_failed", { requestId, route, error });
}

/** `Retry-After` on every 429 and 503, in whole seconds; undefined for others. */
export function retryAfterOf(problem: ApiProblem, status: number): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  return Math.max(1, Math.ceil(problem.options.retryAfterSeconds ?? 1));
}

/** A problem as one surface shows it. */
export interface ShownProblem
  extends Pick<
    ProblemOptions,
    "details" | "bank" | "candidates" | "askFor" | "triesLeft" | "requestId" | "statusUrl"
  > {
  readonly code: string;
  readonly message: string;
  /** `x-request-id` of the call. */
  readonly callId: string;
  readonly docUrl: string;
}

/** How a surface shows problems. */
export interface ProblemSurface {
  readonly errors: Readonly<Record<string, { readonly status: number; readonly title: string }>>;
  /** Its own names for codes of the other surface. */
  readonly names: Readonly<Partial<Record<ProblemCode, string>>>;
  /** `WWW-Authenticate`: how to authenticate (RFC 9110, 11.6.1). */
  readonly challengeOf: (code: string) => string;
  readonly envelopeOf: (problem: ShownProblem) => object;
}

/** Not `Basic`: browsers would ask for a password. */
const challenges = {
  byKey: 'ApiKey realm="receipts", header="x-api-key"',
  bySession: 'Cookie realm="receipts", form-action="/dashboard", cookie-name="svc_session"',
};

export const verificationProblems: ProblemSurface = {
  errors: apiErrors,
  names: {
    no_settlement_accounts: "invalid_state",
    unauthorized: "unauthenticated",
  },
  challengeOf: (code) => (code === "unauthenticated" ? challenges.bySession : challenges.byKey),
  envelopeOf: ({
    code,
    message,
    details,
    bank,
    candidates,
    askFor,
    triesLeft,
    callId,
    docUrl,
    requestId,
    statusUrl,
  }): ErrorEnvelope => ({
    success: false,
    message,
    data: null,
    error: {
      code,
      docUrl,
      ...(details && { details: [...details] }),
      ...(bank !== undefined && { bank }),
      ...(candidates && { candidates: [...candidates] }),
      ...(askFor && { askFor }),
      ...(triesLeft !== undefined && { triesLeft }),
    },
    meta: { requestId: callId },
    ...(requestId && { requestId }),
    ...(statusUrl && { links: { statusUrl } }),
  }),
};

/** The surface's code of a problem; one without a name there is a bug. */
export function codeOn({ errors, names }: ProblemSurface, { code }: ApiProblem): string {
  const own = names[code] ?? code;
  return Object.hasOwn(errors, own) ? own : "internal_error";
}

export function sendProblem(
  request: Request,
  response: Response,
  problem: ApiProblem,
  { surface, publicBaseUrl }: { readonly surface: ProblemSurface; readonly publicBaseUrl: string },
): void {
  const code = codeOn(surface, problem);
  const { status = 500, title = "" } = surface.errors[code] ?? {};
  const retryAfter = retryAfterOf(problem, status);
  if (retryAfter !== undefined) response.set("Retry-After", String(retryAfter));
  if (status === 401) response.set("WWW-Authenticate", surface.challengeOf(code));
  // Only the title: the message may belong to the other surface, or reveal internals.
  const message = code === "internal_error" || code === "unauthorized" ? title : problem.message;
  const { requestId: callId } = contextOf(request);
  const { details } = problem.options;
  const shown = { ...problem.options, ...(details && { details: firstFaults(details) }) };
  const docUrl = errorDocUrl(publicBaseUrl, code);
  response.status(status).json(surface.envelopeOf({ ...shown, code, docUrl, message, callId }));
}
