import { z } from "zod";
import { depositStatusSchema } from "./deposit-fields.ts";
import { resolveDepositBodySchema } from "./deposit-request-schemas.ts";
import { depositEventSchema, depositSchema } from "./deposit-schemas.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { pageQuery } from "./page-query.ts";
import { plainText } from "./plain-text.ts";
import type { RouteContract } from "./route-contract.ts";

export const accountDepositsQuerySchema = z.object({
  status: depositStatusSchema.optional().meta({ description: "Only deposits in this state." }),
  reference: plainText(64)
    .optional()
    .meta({ description: "Only deposits with exactly this order reference." }),
  ...pageQuery,
});
export type AccountDepositsQuery = z.infer<typeof accountDepositsQuerySchema>;

/** For signed-in people. Servers read the same deposits at `/v1` with a checkout key. */
export const accountDepositRoutes = {
  listAccountDeposits: {
    method: "get",
    path: "/api/deposits",
    summary: "List deposits, newest first. Servers use `/v1/deposits`",
    access: "session",
    query: accountDepositsQuerySchema,
    queryExamples: { status: "confirmed" },
    responses: { 200: { description: "One page of deposits.", schema: listOf(depositSchema) } },
  },
  getAccountDeposit: {
    method: "get",
    path: "/api/deposits/{id}",
    summary: "Get a deposit",
    access: "session",
    responses: { 200: { description: "The deposit as it is now.", schema: envelopeOf(depositSchema) } },
  },
  resolveAccountDeposit: {
    method: "post",
    path: "/api/deposits/{id}/resolve",
    summary: "Decide about a deposit in review, or mark an unpaid or expired one as paid",
    access: "session",
    body: z
      .object(resolveDepositBodySchema.shape)
      .meta({ id: "ResolveAccountDepositBody", description: "A person's decision about a deposit." }),
    responses: { 200: { description: "The deposit after the decision.", schema: envelopeOf(depositSchema) } },
    errors: ["invalid_state"],
  },
  cancelAccountDeposit: {
    method: "post",
    path: "/api/deposits/{id}/cancel",
    summary: "Cancel a deposit before it is paid",
    access: "session",
    responses: { 200: { description: "The deposit, now canceled.", schema: envelopeOf(depositSchema) } },
    errors: ["invalid_state"],
  },
  listAccountDepositEvents: {
    method: "get",
    path: "/api/deposits/{id}/events",
    summary: "List the events of a deposit, oldest first",
    access: "session",
    query: z.object(pageQuery),
    responses: { 200: { description: "One page of events.", schema: listOf(depositEventSchema) } },
  },
} as const satisfies Record<string, RouteContract>;
