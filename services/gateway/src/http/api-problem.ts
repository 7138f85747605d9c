import {
  type ApiErrorCode,
  type AskFor,
  apiErrors,
  type BankCode,
  type CheckoutErrorCode,
  checkoutErrors,
  type FieldFault,
} from "@receipts/contracts";

export interface ProblemOptions {
  readonly message?: string;
  readonly details?: readonly FieldFault[];
  /** Only with `unsupported_bank`: the bank's name, and numbers of supported banks in the message. */
  readonly bank?: string;
  readonly candidates?: readonly { readonly bank: BankCode; readonly referenceNumber: string }[];
  /** Only with `no_receipt_in_message`. */
  readonly askFor?: AskFor;
  /** Only after a wrong PIN at a till. */
  readonly triesLeft?: number;
  /** Whole seconds; on every 429 and 503. */
  readonly retryAfterSeconds?: number;
  readonly requestId?: string;
  readonly statusUrl?: string;
  readonly cause?: unknown;
}

export type ProblemCode = ApiErrorCode | CheckoutErrorCode;

const titles: Readonly<Record<ProblemCode, { readonly title: string }>> = { ...checkoutErrors, ...apiErrors };

/** An error of an API contract. Thrown by any code of a route; one error handler makes it the response. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;
  readonly options: ProblemOptions;
  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.message ?? titles[code].title, { cause: options.cause });
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
