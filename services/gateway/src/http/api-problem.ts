import { type ApiErrorCode, apiErrors, type ErrorEnvelope, type FieldFault } from "@receipts/contracts";
import type { Response } from "express";

export interface ProblemOptions {
  readonly message?: string;
  readonly details?: readonly FieldFault[];
  /** Whole seconds; on every 429 and 503. */
  readonly retryAfterSeconds?: number;
  readonly requestId?: string;
  readonly statusUrl?: string;
  readonly cause?: unknown;
}

/** An answer that is an error of the contract. Thrown anywhere below a route; turned into HTTP in one place. */
export class ApiProblem extends Error {
  readonly code: ApiErrorCode;
  readonly options: ProblemOptions;
  constructor(code: ApiErrorCode, options: ProblemOptions = {}) {
    super(options.message ?? apiErrors[code].title, { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.options = options;
  }
}

export function invalidPayload(details: readonly FieldFault[]): ApiProblem {
  const first = details[0];
  const message = first === undefined ? apiErrors.invalid_payload.title : `${first.field}: ${first.message}`;
  return new ApiProblem("invalid_payload", { message, details });
}

export function unsafeWebhookUrl(field: string, message: string): ApiProblem {
  return new ApiProblem("unsafe_webhook_url", {
    message: `${field}: ${message}`,
    details: [{ field, message }],
  });
}

const DEFAULT_RETRY_AFTER_SECONDS = 1;

/** How to prove who calls (RFC 9110, 11.6.1); the scheme `Basic` would make a browser ask for a password. */
const challenges = {
  invalid_api_key: 'ApiKey realm="receipts", header="x-api-key"',
  unauthenticated: 'Cookie realm="receipts", form-action="/dashboard", cookie-name="svc_session"',
};

export function sendProblem(response: Response, problem: ApiProblem): void {
  const { status } = apiErrors[problem.code];
  const { details, requestId, statusUrl, retryAfterSeconds } = problem.options;
  if (status === 429 || status === 503) {
    response.set(
      "Retry-After",
      String(Math.max(1, Math.ceil(retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS))),
    );
  }
  if (status === 401) {
    const { invalid_api_key: byKey, unauthenticated: bySession } = challenges;
    response.set("WWW-Authenticate", problem.code === "unauthenticated" ? bySession : byKey);
  }
  const body: ErrorEnvelope = {
    success: false,
    message: problem.message,
    data: null,
    error: { code: problem.code, ...(details === undefined ? {} : { details: [...details] }) },
    meta: { requestId: String(response.get("x-request-id")) },
    ...(requestId === undefined ? {} : { requestId }),
    ...(statusUrl === undefined ? {} : { links: { statusUrl } }),
  };
  response.status(status).json(body);
}
