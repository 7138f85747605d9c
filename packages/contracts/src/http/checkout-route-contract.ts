import type { z } from "zod";
import type { CheckoutErrorCode } from "../checkout-errors.ts";
import type { CheckoutScope } from "../checkout-scopes.ts";

export const CHECKOUT_VERSION = "2026-06-01";

/** One route of the checkout surface as the world sees it. A POST takes a JSON body and an `Idempotency-Key`. */
export interface CheckoutRouteContract {
  readonly method: "get" | "post";
  /** OpenAPI spelling: `/v1/deposits/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly access: CheckoutScope | "public";
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A call without any body is one with an empty object. */
  readonly bodyIsOptional?: boolean;
  readonly responses: Readonly<Record<number, { readonly description: string; readonly schema: z.ZodType }>>;
  /** Codes beyond those that every route of its kind can answer with. */
  readonly errors?: readonly CheckoutErrorCode[];
}

/** A route as the OpenAPI document names it. */
export interface CheckoutOperation extends CheckoutRouteContract {
  readonly operationId: string;
}

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

/** Every error code that the route can answer with. */
export function checkoutErrorsOf(route: CheckoutRouteContract): readonly CheckoutErrorCode[] {
  return [
    ...everyRoute,
    ...(route.access === "public" ? [] : keyedRoute),
    ...(route.method === "post" ? postRoute : []),
    ...(route.errors ?? []),
  ];
}
