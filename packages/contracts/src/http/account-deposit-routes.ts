import { z } from "zod";
import {
  depositEventSchema,
  depositSchema,
  depositStatusSchema,
  resolveDepositBodySchema,
} from "./checkout-schemas.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { pageQuery } from "./page-query.ts";
import { plainText } from "./plain-text.ts";
import type { RouteContract } from "./route-contract.ts";

export const accountDepositsQuerySchema = z.object({
  status: depositStatusSchema.optional().meta({ description: "Only with this status" }),
  reference: plainText(64).optional().meta({ description: "Only with this reference of the merchant's" }),
  ...pageQuery,
});
export type AccountDepositsQuery = z.infer<typeof accountDepositsQuerySchema>;

/** For people who have signed in; servers read the same deposits at `/v1` with a checkout key. */
export const accountDepositRoutes = {
  listAccountDeposits: {
    method: "get",
    path: "/api/deposits",
    summary: "The account's deposits, the newest first, for people; servers read them at `/v1/deposits`",
    access: "session",
    query: accountDepositsQuerySchema,
    queryExamples: { status: "confirmed" },
    responses: { 200: { description: "A page of deposits", schema: listOf(depositSchema) } },
  },
  getAccountDeposit: {
    method: "get",
    path: "/api/deposits/{id}",
    summary: "A deposit as it is now",
    access: "session",
    responses: { 200: { description: "The deposit", schema: envelopeOf(depositSchema) } },
  },
  resolveAccountDeposit: {
    method: "post",
    path: "/api/deposits/{id}/resolve",
    summary:
      "Decide about a deposit in review, or mark one as paid that awaits its payment or has expired (`accept` with a `note`)",
    access: "session",
    body: z.object(resolveDepositBodySchema.shape),
    responses: { 200: { description: "The resolved deposit", schema: envelopeOf(depositSchema) } },
    errors: ["invalid_state"],
  },
  cancelAccountDeposit: {
    method: "post",
    path: "/api/deposits/{id}/cancel",
    summary: "Cancel a deposit that awaits its payment",
    access: "session",
    responses: { 200: { description: "The canceled deposit", schema: envelopeOf(depositSchema) } },
    errors: ["invalid_state"],
  },
  listAccountDepositEvents: {
    method: "get",
    path: "/api/deposits/{id}/events",
    summary: "What happened to a deposit, in order",
    access: "session",
    query: z.object(pageQuery),
    responses: { 200: { description: "A page of events", schema: listOf(depositEventSchema) } },
  },
} as const satisfies Record<string, RouteContract>;
