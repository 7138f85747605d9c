import {
  CHECKOUT_VERSION,
  type CheckoutErrorEnvelope,
  type CursorQuery,
  checkoutErrors,
} from "@receipts/contracts";
import type { Request, Response } from "express";
import type { z } from "zod";
import { type ApiProblem, invalidPayload } from "../../http/api-problem.ts";
import type { CheckoutSurface } from "../../http/app.ts";
import { contextOf } from "../../http/request-context.ts";
import { parseQuery } from "../../http/validation.ts";

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
    envelopeOf: ({ code, message, docUrl, details, callId }): CheckoutErrorEnvelope => ({
      data: null,
      error: { code, message, docUrl, ...(details && { fields: [...details] }) },
      meta: { requestId: callId },
    }),
  },
};

/** The body of a successful response of this surface. */
export function checkoutBody(request: Request, data: unknown): object {
  return { data, error: null, meta: { requestId: contextOf(request).requestId } };
}

/** Reads the query of a list. `cursor` is another name of `startingAfter`, as the lists of the other surface have it. */
export function parseList<T extends z.ZodType<CursorQuery>>(schema: T, request: Request): z.output<T> {
  const query = parseQuery(schema, request);
  const { startingAfter, cursor } = query;
  if (startingAfter !== undefined && cursor !== undefined)
    throw invalidPayload([{ field: "cursor", message: "must not be sent with startingAfter" }]);
  return { ...query, startingAfter: startingAfter ?? cursor };
}

/** The error of a list that has no such item. */
export function noSuchStart({ cursor }: CursorQuery): ApiProblem {
  const field = cursor === undefined ? "startingAfter" : "cursor";
  return invalidPayload([{ field, message: "must be a nextCursor of this list" }]);
}

export interface CursorPage {
  readonly items: readonly unknown[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export function sendPage(request: Request, response: Response, page: CursorPage): void {
  response.json(checkoutBody(request, page));
}
