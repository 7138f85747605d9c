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

/** Hundreds of errors have one cause, such as a wrong kind of body. */
const MOST_FAULTS = 50;

/** The first faults and a line about the others, which `others` words by their number. */
export function firstFaults(
  faults: readonly FieldFault[],
  others = (left: number): FieldFault => ({ field: "body", message: `has ${left} more errors` }),
): readonly FieldFault[] {
  // The last error is as short as a line about it.
  if (faults.length <= MOST_FAULTS + 1) return faults;
  return [...faults.slice(0, MOST_FAULTS), others(faults.length - MOST_FAULTS)];
}

export function unsafeWebhookUrl(field: string, message: string): ApiProblem {
  return new ApiProblem("unsafe_webhook_url", {
    message: `${field}: ${message}`,
    details: [{ field, message }],
  });
}
