import type { CheckoutScope } from "../checkout-scopes.ts";
import type { CheckoutErrorCode } from "../error-codes.ts";
import type { Operation, RouteContract } from "./route-contract.ts";

export const CHECKOUT_VERSION = "2026-06-01";

/** One route of the checkout surface. A POST has a JSON body and an `Idempotency-Key`. */
export type CheckoutRouteContract = RouteContract<CheckoutScope | "public", CheckoutErrorCode>;
export type CheckoutOperation = Operation<CheckoutScope | "public", CheckoutErrorCode>;

const everyRoute = ["not_found", "method_not_allowed", "internal_error", "service_unavailable"] as const;
const keyedRoute = [
  "unauthorized",
  "insufficient_scope",
  "rate_limited",
  "unsupported_version",
  "invalid_request",
] as const;
const postRoute = [
  "idempotency_key_required",
  "idempotency_conflict",
  "idempotency_in_progress",
  "malformed_json",
  "payload_too_large",
  "unsupported_media_type",
] as const;

/** Returns every error code that the route can respond with. */
export function checkoutErrorsOf(route: CheckoutRouteContract): readonly CheckoutErrorCode[] {
  return [
    ...everyRoute,
    ...(route.access === "public" ? [] : keyedRoute),
    ...(route.method === "post" ? postRoute : []),
    ...(route.errors ?? []),
  ];
}
