import { rolesFor } from "../roles.ts";
import { checkoutEnvelopeOf, checkoutPageOf } from "./checkout-envelope.ts";
import type { CheckoutOperation, CheckoutRouteContract } from "./checkout-route-contract.ts";
import {
  cancelDepositBodySchema,
  createDepositBodySchema,
  cursorQuerySchema,
  listDepositsQuerySchema,
  listEventsQuerySchema,
  resolveDepositBodySchema,
} from "./deposit-request-schemas.ts";
import { depositEventSchema, depositSchema } from "./deposit-schemas.ts";
import { openApiSchema } from "./platform-routes.ts";
import { operationsOf } from "./route-contract.ts";

export const checkoutRoutes = {
  createDeposit: {
    method: "post",
    path: "/v1/deposits",
    summary: "Create a deposit, then send the payer to its `checkoutUrl`",
    access: "deposits:write",
    body: createDepositBodySchema,
    responses: { 201: { description: "The new deposit.", schema: checkoutEnvelopeOf(depositSchema) } },
    errors: ["no_settlement_accounts", "unsafe_webhook_url"],
  },
  listDeposits: {
    method: "get",
    path: "/v1/deposits",
    summary: "List deposits, newest first",
    access: "deposits:read",
    query: listDepositsQuerySchema,
    responses: { 200: { description: "One page of deposits.", schema: checkoutPageOf(depositSchema) } },
  },
  getDeposit: {
    method: "get",
    path: "/v1/deposits/{id}",
    summary: "Get a deposit",
    access: "deposits:read",
    responses: {
      200: { description: "The deposit as it is now.", schema: checkoutEnvelopeOf(depositSchema) },
    },
  },
  cancelDeposit: {
    method: "post",
    path: "/v1/deposits/{id}/cancel",
    summary: "Cancel a deposit before it is paid",
    access: "deposits:write",
    body: cancelDepositBodySchema,
    bodyIsOptional: true,
    responses: {
      200: { description: "The deposit, now canceled.", schema: checkoutEnvelopeOf(depositSchema) },
    },
    errors: ["invalid_state"],
  },
  resolveDeposit: {
    method: "post",
    path: "/v1/deposits/{id}/resolve",
    summary: "Decide about the receipt of a deposit in review",
    access: "deposits:resolve",
    roles: rolesFor.management,
    body: resolveDepositBodySchema,
    responses: {
      200: { description: "The deposit after the decision.", schema: checkoutEnvelopeOf(depositSchema) },
    },
    errors: ["invalid_state"],
  },
  listDepositEvents: {
    method: "get",
    path: "/v1/deposits/{id}/events",
    summary: "List the events of a deposit, oldest first",
    tag: "Events",
    access: "events:read",
    query: cursorQuerySchema,
    responses: { 200: { description: "One page of events.", schema: checkoutPageOf(depositEventSchema) } },
  },
  listEvents: {
    method: "get",
    path: "/v1/events",
    summary:
      "List the events of all deposits, oldest first. Continue from `nextCursor` to see every event once",
    tag: "Events",
    access: "events:read",
    query: listEventsQuerySchema,
    responses: {
      200: {
        description: "One page of events. Without new ones, `nextCursor` stays the same.",
        schema: checkoutPageOf(depositEventSchema),
      },
    },
  },
  getCheckoutOpenApi: {
    method: "get",
    path: "/v1/openapi.json",
    summary: "Get this document",
    tag: "Documentation",
    access: "public",
    responses: {
      200: { description: "The OpenAPI 3.1 document.", schema: openApiSchema },
      304: { description: "The document is the one that `If-None-Match` names." },
    },
  },
} as const satisfies Record<string, CheckoutRouteContract>;

export const allCheckoutRoutes: readonly CheckoutOperation[] = operationsOf("Deposits", checkoutRoutes);
