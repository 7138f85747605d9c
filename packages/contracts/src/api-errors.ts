/** Every error code of the verification surface with its HTTP status. Routes name codes only. */
export const apiErrors = {
  malformed_json: { status: 400, title: "The body is not valid JSON" },
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
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "The body did not arrive in time" },
  idempotency_conflict: { status: 409, title: "The idempotency key was used for a different request" },
  already_exists: { status: 409, title: "An object with these values already exists" },
  invalid_state: { status: 409, title: "The current state does not allow this" },
  payload_too_large: { status: 413, title: "The body is too large for this route" },
  unsupported_media_type: { status: 415, title: "The body must be sent as application/json" },
  invalid_payload: { status: 422, title: "A field, query parameter or header is not valid" },
  unsupported_bank: { status: 422, title: "Receipts of this bank cannot be verified" },
  no_receipt_in_message: { status: 422, title: "The message has no receipt: ask the payer for one" },
  reference_not_found: { status: 422, title: "No reference of a supported bank was found in the file" },
  bank_not_detected: { status: 422, title: "Could not detect the bank" },
  unsafe_webhook_url: { status: 422, title: "The webhook URL is not allowed" },
  rate_limited: { status: 429, title: "Too many requests" },
  queue_saturated: { status: 429, title: "Too many requests for this bank are unfinished" },
  internal_error: { status: 500, title: "Something failed on our side" },
  queue_unavailable: { status: 503, title: "The verification queue did not accept the request in time" },
  service_unavailable: { status: 503, title: "The service cannot take requests at the moment" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ApiErrorCode = keyof typeof apiErrors;

export const apiErrorCodes = Object.keys(apiErrors) as readonly ApiErrorCode[];
