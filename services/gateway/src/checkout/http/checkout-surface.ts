import { CHECKOUT_VERSION, type CheckoutErrorEnvelope, checkoutErrors } from "@receipts/contracts";
import type { Request, Response } from "express";
import type { CheckoutSurface } from "../../http/app.ts";
import { contextOf } from "../../http/request-context.ts";

/** All paths under `/v1`, the only version so far. */
export const checkoutSurface: Omit<CheckoutSurface, "routes"> = {
  isCalled: ({ path }) => path === "/v1" || path.startsWith("/v1/"),
  headers: { "Service-Checkout-Version": CHECKOUT_VERSION },
  problems: {
    errors: checkoutErrors,
    names: {
      invalid_api_key: "unauthorized",
      invalid_payload: "invalid_request",
      permission_denied: "insufficient_scope",
    },
    challengeOf: () => 'Bearer realm="checkout"',
    envelopeOf: ({ code, message, details, callId }): CheckoutErrorEnvelope => ({
      data: null,
      error: { code, message, ...(details && { fields: [...details] }) },
      meta: { requestId: callId },
    }),
  },
};

/** The body of a successful response of this surface. */
export function checkoutBody(request: Request, data: unknown): object {
  return { data, error: null, meta: { requestId: contextOf(request).requestId } };
}

export interface CursorPage {
  readonly items: readonly unknown[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export function sendPage(request: Request, response: Response, page: CursorPage): void {
  response.json(checkoutBody(request, page));
}
