import {
  type CheckoutErrorCode,
  type CheckoutErrorEnvelope,
  checkoutErrors,
  type FieldFault,
} from "@receipts/contracts";
import type { Request, Response } from "express";
import type { ApiProblem } from "../../http/api-problem.ts";
import { contextOf } from "../../http/request-context.ts";

export interface CheckoutProblemOptions {
  readonly message?: string;
  readonly fields?: readonly FieldFault[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** An answer that is an error of the checkout surface. */
export class CheckoutProblem extends Error {
  readonly code: CheckoutErrorCode;
  readonly options: CheckoutProblemOptions;
  constructor(code: CheckoutErrorCode, options: CheckoutProblemOptions = {}) {
    super(options.message ?? checkoutErrors[code].title, { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.options = options;
  }
}

export function invalidRequest(fields: readonly FieldFault[]): CheckoutProblem {
  const [first] = fields;
  return new CheckoutProblem("invalid_request", {
    ...(first === undefined ? {} : { message: `${first.field}: ${first.message}` }),
    fields,
  });
}

const namesHere = {
  invalid_api_key: "unauthorized",
  invalid_payload: "invalid_request",
} as const satisfies Record<string, CheckoutErrorCode>;

/** What is shared with the other surface fails in its words; each has one here. */
export function toCheckoutProblem(problem: ApiProblem | CheckoutProblem): CheckoutProblem {
  if (problem instanceof CheckoutProblem) return problem;
  const { details, retryAfterSeconds } = problem.options;
  const code = codeHere(problem.code);
  return new CheckoutProblem(code, {
    ...(code === "internal_error" || code === "unauthorized" ? {} : { message: problem.message }),
    ...(details === undefined ? {} : { fields: details }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    cause: problem,
  });
}

function codeHere(code: ApiProblem["code"]): CheckoutErrorCode {
  if (code === "invalid_api_key" || code === "invalid_payload") return namesHere[code];
  return isCheckoutCode(code) ? code : "internal_error";
}

function isCheckoutCode(code: string): code is CheckoutErrorCode {
  return Object.hasOwn(checkoutErrors, code);
}

export function sendCheckoutProblem(request: Request, response: Response, problem: CheckoutProblem): void {
  const { status } = checkoutErrors[problem.code];
  const { fields, retryAfterSeconds } = problem.options;
  if (status === 401) response.set("WWW-Authenticate", 'Bearer realm="checkout"');
  if (status === 429 || status === 503) {
    response.set("Retry-After", String(Math.max(1, Math.ceil(retryAfterSeconds ?? 1))));
  }
  const body: CheckoutErrorEnvelope = {
    data: null,
    error: {
      code: problem.code,
      message: problem.message,
      ...(fields === undefined ? {} : { fields: [...fields] }),
    },
    meta: { requestId: contextOf(request).requestId },
  };
  response.status(status).json(body);
}
