import { z } from "zod";
import { rolesFor } from "../roles.ts";
import { depositStatusSchema } from "./deposit-fields.ts";
import { createDepositBodySchema, resolveDepositBodySchema } from "./deposit-request-schemas.ts";
import { depositEventSchema, depositReceiptsSchema, depositSchema } from "./deposit-schemas.ts";
import { downloadQuery, downloadResponse } from "./download.ts";
import { envelopeOf, listMetaSchema, listOf } from "./envelope.ts";
import { pageQuery } from "./page-query.ts";
import { periodQuery } from "./period-query.ts";
import { isSearchable, plainText } from "./plain-text.ts";
import { flagField, textField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

const depositSearch = {
  q: plainText(64)
    .refine(isSearchable, "must have at least 3 characters")
    .optional()
    .meta({
      description:
        "Only deposits with this text, in any case, in their order reference, description, customer, transaction number or payer.",
      examples: ["abebe"],
    }),
  status: depositStatusSchema.optional().meta({ description: "Only deposits in this state." }),
  reference: plainText(64)
    .optional()
    .meta({ description: "Only deposits with exactly this order reference." }),
  ...periodQuery,
};
export const accountDepositsQuerySchema = z.object({ ...depositSearch, ...pageQuery });
export type AccountDepositsQuery = z.infer<typeof accountDepositsQuerySchema>;

const totalText = (description: string) => z.string().meta({ description, examples: ["125000.00"] });

const depositListSchema = listOf(depositSchema)
  .extend({
    meta: listMetaSchema
      .extend({
        totalIsExact: flagField(
          "False if there may be more deposits than `total`: of a search without `q` only the newest 100,000 are counted, with `q` the newest 1,000.",
          true,
        ),
        amount: totalText("Sum in birr of the amounts of the `total` deposits."),
        amountReceived: totalText("Sum in birr of what those that are confirmed have received."),
      })
      .meta({ id: "DepositListMeta", description: "Position of this page, and the totals of all pages." }),
  })
  .meta({ id: "DepositList", description: "One page of a list of deposits, with their totals." });

/** For signed-in people. Servers read the same deposits at `/v1` with a checkout key. */
export const accountDepositRoutes = {
  listAccountDeposits: {
    method: "get",
    path: "/api/deposits",
    summary: "List deposits, newest first. Servers use `/v1/deposits`",
    access: "session",
    roles: rolesFor.payments,
    query: accountDepositsQuerySchema,
    queryExamples: { status: "confirmed" },
    responses: { 200: { description: "One page of deposits.", schema: depositListSchema } },
  },
  exportAccountDeposits: {
    method: "get",
    path: "/api/deposits/export",
    summary: "Get all deposits of a search as CSV, newest first",
    access: "session",
    roles: rolesFor.payments,
    query: z.object({ ...depositSearch, ...downloadQuery }),
    queryExamples: { status: "confirmed" },
    responses: {
      200: downloadResponse(
        "A header row, then one row for each deposit. It is streamed, with no limit of its length.",
      ),
    },
  },
  createAccountDeposit: {
    method: "post",
    path: "/api/deposits",
    summary: "Create a deposit, as a person at the counter does. Servers use `/v1/deposits`",
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: ["webhookUrl"],
    body: z
      .object(createDepositBodySchema.shape)
      .meta({ id: "CreateAccountDepositBody", description: "The payment that you ask for." }),
    isRepeatable: true,
    responses: {
      201: {
        description: "The deposit. Show its `checkoutUrl` to the payer.",
        schema: envelopeOf(depositSchema),
      },
    },
    errors: ["invalid_state", "unsafe_webhook_url"],
  },
  getDepositQrCode: {
    method: "get",
    path: "/api/deposits/{id}/qr-code",
    summary: "Get the QR code of the hosted checkout page, as an SVG image",
    access: "session",
    roles: rolesFor.payments,
    responses: {
      200: {
        description: "The QR code of `checkoutUrl`.",
        contentType: "image/svg+xml",
        schema: textField("An SVG image."),
      },
    },
  },
  getAccountDeposit: {
    method: "get",
    path: "/api/deposits/{id}",
    summary: "Get a deposit",
    access: "session",
    roles: rolesFor.payments,
    responses: { 200: { description: "The deposit as it is now.", schema: envelopeOf(depositSchema) } },
  },
  resolveAccountDeposit: {
    method: "post",
    path: "/api/deposits/{id}/resolve",
    summary: "Decide about a deposit in review, or mark an unpaid or expired one as paid",
    access: "session",
    roles: rolesFor.management,
    body: z
      .object(resolveDepositBodySchema.shape)
      .meta({ id: "ResolveAccountDepositBody", description: "A person's decision about a deposit." }),
    isRepeatable: true,
    responses: { 200: { description: "The deposit after the decision.", schema: envelopeOf(depositSchema) } },
    errors: ["fresh_sign_in_required", "invalid_state"],
  },
  cancelAccountDeposit: {
    method: "post",
    path: "/api/deposits/{id}/cancel",
    summary: "Cancel a deposit before it is paid",
    access: "session",
    roles: rolesFor.management,
    responses: { 200: { description: "The deposit, now canceled.", schema: envelopeOf(depositSchema) } },
    errors: ["invalid_state"],
  },
  getDepositReceipts: {
    method: "get",
    path: "/api/deposits/{id}/receipts",
    summary: "Get every receipt that was sent for a deposit, why one did not count, and who decided",
    access: "session",
    roles: rolesFor.payments,
    responses: {
      200: { description: "The receipts, oldest first.", schema: envelopeOf(depositReceiptsSchema) },
    },
  },
  listAccountDepositEvents: {
    method: "get",
    path: "/api/deposits/{id}/events",
    summary: "List the events of a deposit, oldest first",
    access: "session",
    roles: rolesFor.payments,
    query: z.object(pageQuery),
    responses: { 200: { description: "One page of events.", schema: listOf(depositEventSchema) } },
  },
} as const satisfies Record<string, RouteContract>;
