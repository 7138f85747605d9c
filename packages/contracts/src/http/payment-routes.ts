import { z } from "zod";
import { rolesFor } from "../roles.ts";
import { downloadQuery, downloadResponse } from "./download.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids } from "./examples/example-values.ts";
import {
  paymentFilterSchema,
  paymentFiltersSchema,
  paymentListSchema,
  paymentsQuerySchema,
} from "./payment-schemas.ts";
import { plainText } from "./plain-text.ts";
import { textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

const viewName = plainText(60).meta({
  description: "Name of the view, of which you have one.",
  examples: ["To review at Bole"],
});
/** A saved view has no time zone: it is the account's. */
const filterName = paymentFilterSchema.omit({ timeZone: true }).keyof();
const viewFilter = z.partialRecord(filterName, plainText(64)).meta({
  description: "The query parameters of the list, by name.",
  examples: [{ decision: "review" }],
});

export const createPaymentViewBodySchema = z
  .object({ name: viewName, filter: viewFilter })
  .meta({ id: "CreatePaymentViewBody", description: "A filter of the payments, and its name." });

const paymentViewSchema = z
  .object({
    id: textField("Id of the view, with which you delete it.", ids.paymentView),
    name: textField("Name of the view.", "To review at Bole"),
    filter: z.record(z.string(), z.string()).meta({
      description: "The query parameters of the list, by name.",
      examples: [{ decision: "review" }],
    }),
    createdAt: timeField("When the view was first saved."),
  })
  .meta({ id: "PaymentView", description: "A filter of the payments that a person has saved." });
export type PaymentView = z.infer<typeof paymentViewSchema>;

export const paymentRoutes = {
  listPayments: {
    method: "get",
    path: "/api/payments",
    summary: "List the payments of the account, newest first",
    access: "verification:read",
    roles: rolesFor.payments,
    query: paymentsQuerySchema,
    queryExamples: { search: "1,250" },
    responses: { 200: { description: "One page of payments.", schema: paymentListSchema } },
  },
  exportPayments: {
    method: "get",
    path: "/api/payments/export",
    summary: "Get all payments of a search as CSV, newest first",
    access: "verification:read",
    roles: rolesFor.payments,
    query: paymentFilterSchema.extend(downloadQuery),
    queryExamples: { decision: "accept" },
    responses: {
      200: downloadResponse(
        "A header row, then one row for each payment. It is streamed, with no limit of its length.",
      ),
    },
  },
  listPaymentFilters: {
    method: "get",
    path: "/api/payments/filters",
    summary: "List the branches and people by whom payments can be filtered",
    access: "verification:read",
    roles: rolesFor.payments,
    responses: {
      200: { description: "All of the account.", schema: envelopeOf(paymentFiltersSchema) },
    },
  },
  listPaymentViews: {
    method: "get",
    path: "/api/payment-views",
    summary: "List your saved views of the payments",
    access: "session",
    roles: rolesFor.payments,
    responses: { 200: { description: "Your views, by name.", schema: listOf(paymentViewSchema) } },
  },
  createPaymentView: {
    method: "post",
    path: "/api/payment-views",
    summary: "Save a view of the payments, in place of one with the same name. You can have 20",
    access: "session",
    roles: rolesFor.payments,
    body: createPaymentViewBodySchema,
    isRepeatable: true,
    responses: { 201: { description: "The saved view.", schema: envelopeOf(paymentViewSchema) } },
    errors: ["invalid_state"],
  },
  deletePaymentView: {
    method: "delete",
    path: "/api/payment-views/{id}",
    summary: "Delete one of your saved views",
    access: "session",
    roles: rolesFor.payments,
    responses: { 204: { description: "Deleted. There is no body." } },
  },
} as const satisfies Record<string, RouteContract>;
