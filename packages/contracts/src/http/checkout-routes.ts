import { z } from "zod";
import { checkoutEnvelopeOf, checkoutPageOf } from "./checkout-envelope.ts";
import type { CheckoutOperation, CheckoutRouteContract } from "./checkout-route-contract.ts";
import {
  cancelDepositBodySchema,
  createDepositBodySchema,
  cursorQuerySchema,
  depositEventSchema,
  depositSchema,
  listDepositsQuerySchema,
  listEventsQuerySchema,
  resolveDepositBodySchema,
} from "./checkout-schemas.ts";
import { operationsOf } from "./route-contract.ts";

export const checkoutRoutes = {
  createDeposit: {
    method: "post",
    path: "/v1/deposits",
    summary: "Ask for a payment; send the payer to `checkoutUrl`",
    access: "deposits:write",
    body: createDepositBodySchema,
    responses: { 201: { description: "The deposit", schema: checkoutEnvelopeOf(depositSchema) } },
    errors: ["no_settlement_accounts", "unsafe_webhook_url"],
  },
  listDeposits: {
    method: "get",
    path: "/v1/deposits",
    summary: "The account's deposits, the newest first",
    access: "deposits:read",
    query: listDepositsQuerySchema,
    responses: { 200: { description: "A page of deposits", schema: checkoutPageOf(depositSchema) } },
  },
  getDeposit: {
    method: "get",
    path: "/v1/deposits/{id}",
    summary: "A deposit as it is now",
    access: "deposits:read",
    responses: { 200: { description: "The deposit", schema: checkoutEnvelopeOf(depositSchema) } },
  },
  cancelDeposit: {
    method: "post",
    path: "/v1/deposits/{id}/cancel",
    summary: "Cancel a deposit that awaits its payment",
    access: "deposits:write",
    body: cancelDepositBodySchema,
    bodyIsOptional: true,
    responses: { 200: { description: "The canceled deposit", schema: checkoutEnvelopeOf(depositSchema) } },
    errors: ["invalid_state"],
  },
  resolveDeposit: {
    method: "post",
    path: "/v1/deposits/{id}/resolve",
    summary:
      "Decide about a deposit in review, or mark one as paid that awaits its payment or has expired (`accept` with a `note`)",
    access: "deposits:write",
    body: resolveDepositBodySchema,
    responses: { 200: { description: "The resolved deposit", schema: checkoutEnvelopeOf(depositSchema) } },
    errors: ["invalid_state"],
  },
  listDepositEvents: {
    method: "get",
    path: "/v1/deposits/{id}/events",
    summary: "What happened to a deposit, in order",
    tag: "Events",
    access: "events:read",
    query: cursorQuerySchema,
    responses: { 200: { description: "A page of events", schema: checkoutPageOf(depositEventSchema) } },
  },
  listEvents: {
    method: "get",
    path: "/v1/events",
    summary:
      "What happened to all deposits of the account, forward: whoever goes on from `nextCursor` sees every event once. It stays the same where there is nothing new",
    tag: "Events",
    access: "events:read",
    query: listEventsQuerySchema,
    responses: { 200: { description: "A page of events", schema: checkoutPageOf(depositEventSchema) } },
  },
  getCheckoutOpenApi: {
    method: "get",
    path: "/v1/openapi.json",
    summary: "This document",
    tag: "Documentation",
    access: "public",
    responses: { 200: { description: "OpenAPI 3.1", schema: z.looseObject({ openapi: z.string() }) } },
  },
} as const satisfies Record<string, CheckoutRouteContract>;

export const allCheckoutRoutes: readonly CheckoutOperation[] = operationsOf("Deposits", checkoutRoutes);
