interface ErrorStatus {
  readonly status: number;
  readonly title: string;
}
type Errors = Record<string, ErrorStatus>;

/** Codes of both surfaces. */
const common = {
  malformed_json: { status: 400, title: "The body is not valid JSON" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  idempotency_conflict: { status: 409, title: "The idempotency key was used for a different request" },
  idempotency_in_progress: { status: 409, title: "A request with this idempotency key is in progress" },
  payload_too_large: { status: 413, title: "The body is too large for this route" },
  unsupported_media_type: { status: 415, title: "The body must be sent as application/json" },
  unsafe_webhook_url: { status: 422, title: "The webhook URL is not allowed" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "Something failed on our side" },
  service_unavailable: { status: 503, title: "The service cannot take requests at the moment" },
} as const satisfies Errors;

/** Every error code of the verification surface with its HTTP status. Routes name codes only. */
export const apiErrors = {
  ...common,
  invalid_request: { status: 400, title: "The body must be a JSON object" },
  invalid_api_key: { status: 401, title: "The API key is missing, unknown, expired or revoked" },
  unauthenticated: { status: 401, title: "This route needs a signed-in session" },
  two_factor_required: { status: 401, title: "The password is right; the sign-in also needs a code" },
  credits_exhausted: { status: 402, title: "The account has no verification credits left" },
  permission_denied: { status: 403, title: "The API key lacks the permission that this route needs" },
  fresh_sign_in_required: {
    status: 403,
    title: "Confirm your password first: the last proof is over 5 minutes old",
  },
  two_factor_enrollment_required: {
    status: 403,
    title: "The account requires two-factor sign-in: set it up first",
  },
  origin_rejected: { status: 403, title: "The call came from another origin" },
  request_timeout: { status: 408, title: "The body did not arrive in time" },
  already_exists: { status: 409, title: "An object with these values already exists" },
  invalid_state: { status: 409, title: "The current state does not allow this" },
  invalid_payload: { status: 422, title: "A field, query parameter or header is not valid" },
  unsupported_bank: { status: 422, title: "Receipts of this bank cannot be verified" },
  no_receipt_in_message: { status: 422, title: "The message has no receipt: ask the payer for one" },
  reference_not_found: { status: 422, title: "No reference of a supported bank was found in the file" },
  bank_not_detected: { status: 422, title: "Could not detect the bank" },
  queue_saturated: { status: 429, title: "Too many requests for this bank are unfinished" },
  queue_unavailable: { status: 503, title: "The verification queue did not accept the request in time" },
} as const satisfies Errors;

export type ApiErrorCode = keyof typeof apiErrors;

export const apiErrorCodes = Object.keys(apiErrors) as readonly ApiErrorCode[];

/** Every error code of the checkout surface. */
export const checkoutErrors = {
  ...common,
  unauthorized: { status: 401, title: "The checkout key is missing, unknown, expired or revoked" },
  insufficient_scope: { status: 403, title: "The checkout key lacks the scope that this route needs" },
  invalid_request: { status: 400, title: "A field, query parameter or header is not valid" },
  unsupported_version: { status: 400, title: "There is no such version of the checkout API" },
  idempotency_key_required: { status: 400, title: "Every POST needs an Idempotency-Key" },
  invalid_state: { status: 409, title: "The deposit's state does not allow this" },
  no_settlement_accounts: { status: 422, title: "The account has no saved bank account to receive payments" },
} as const satisfies Errors;

export type CheckoutErrorCode = keyof typeof checkoutErrors;

export const checkoutErrorCodes = Object.keys(checkoutErrors) as readonly CheckoutErrorCode[];

const ERRORS_PAGE = "/docs/errors";

/** Returns the address of the section about a code. */
export const errorDocUrl = (publicBaseUrl: string, code: string): string =>
  `${publicBaseUrl}${ERRORS_PAGE}#${code}`;
