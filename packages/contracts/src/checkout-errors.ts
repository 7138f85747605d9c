/** Every error code of the checkout surface with its HTTP status. Routes name codes only. */
export const checkoutErrors = {
  unauthorized: { status: 401, title: "The checkout key is missing, unknown, expired or revoked" },
  insufficient_scope: { status: 403, title: "The checkout key lacks the scope that this route needs" },
  invalid_request: { status: 400, title: "A field, query parameter or header is not valid" },
  malformed_json: { status: 400, title: "The body is not valid JSON" },
  unsupported_version: { status: 400, title: "There is no such version of the checkout API" },
  idempotency_key_required: { status: 400, title: "Every POST needs an Idempotency-Key" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  invalid_state: { status: 409, title: "The deposit's state does not allow this" },
  idempotency_conflict: { status: 409, title: "The idempotency key was used for a different request" },
  idempotency_in_progress: { status: 409, title: "A request with this idempotency key is in progress" },
  payload_too_large: { status: 413, title: "The body is too large for this route" },
  unsupported_media_type: { status: 415, title: "The body must be sent as application/json" },
  no_settlement_accounts: { status: 422, title: "The account has no saved bank account to receive payments" },
  unsafe_webhook_url: { status: 422, title: "The webhook URL is not allowed" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "Something failed on our side" },
  service_unavailable: { status: 503, title: "The service cannot take requests at the moment" },
} as const satisfies Record<string, { status: number; title: string }>;

export type CheckoutErrorCode = keyof typeof checkoutErrors;

export const checkoutErrorCodes = Object.keys(checkoutErrors) as readonly CheckoutErrorCode[];
