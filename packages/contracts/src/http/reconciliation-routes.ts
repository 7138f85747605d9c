import { z } from "zod";
import { rolesFor } from "../roles.ts";
import { downloadResponse, XLSX } from "./download.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { pageQuery } from "./page-query.ts";
import {
  exportLinesQuerySchema,
  linesQuerySchema,
  reconciledLineSchema,
  reconciliationDetailSchema,
  reconciliationSchema,
  statementQuerySchema,
} from "./reconciliation-schemas.ts";
import type { RouteContract } from "./route-contract.ts";

const statementTypes = ["text/csv", XLSX] as const;

export const reconciliationRoutes = {
  createReconciliation: {
    method: "post",
    path: "/api/reconciliations",
    summary: "Send a statement of up to 24 MiB and 100,000 lines, to be compared with confirmed payments",
    access: "metrics:write",
    roles: rolesFor.money,
    query: statementQuerySchema,
    queryExamples: { bank: "telebirr" },
    bodyContentTypes: statementTypes,
    bodyDescription:
      "The bytes of a CSV file, an XLSX workbook or a PDF with text. The type is recognized by the content.",
    isRepeatable: true,
    responses: {
      202: { description: "Stored. It is compared next.", schema: envelopeOf(reconciliationSchema) },
    },
    errors: [
      "invalid_request",
      "request_timeout",
      "payload_too_large",
      "unsupported_media_type",
      "invalid_state",
    ],
  },
  listReconciliations: {
    method: "get",
    path: "/api/reconciliations",
    summary: "List the reconciliations of the account, newest first",
    access: "metrics:read",
    roles: rolesFor.money,
    query: z.object(pageQuery),
    responses: { 200: { description: "One page of reconciliations.", schema: listOf(reconciliationSchema) } },
  },
  getReconciliation: {
    method: "get",
    path: "/api/reconciliations/{id}",
    summary: "Get a reconciliation with the sums of its classes",
    access: "metrics:read",
    roles: rolesFor.money,
    responses: {
      200: {
        description: "The reconciliation with its sums.",
        schema: envelopeOf(reconciliationDetailSchema),
      },
    },
  },
  listReconciledLines: {
    method: "get",
    path: "/api/reconciliations/{id}/lines",
    summary: "List the lines of a reconciliation by class, in the order of the statement",
    access: "metrics:read",
    roles: rolesFor.money,
    query: linesQuerySchema,
    queryExamples: { class: "differing" },
    responses: { 200: { description: "One page of lines.", schema: listOf(reconciledLineSchema) } },
  },
  exportReconciledLines: {
    method: "get",
    path: "/api/reconciliations/{id}/export",
    summary: "Get all lines of a reconciliation, or of one class, as CSV",
    access: "metrics:read",
    roles: rolesFor.money,
    query: exportLinesQuerySchema,
    queryExamples: { class: "differing" },
    responses: { 200: downloadResponse("A header row, then one row for each line.") },
  },
  deleteReconciliation: {
    method: "delete",
    path: "/api/reconciliations/{id}",
    summary: "Delete a reconciliation with its lines",
    access: "metrics:write",
    roles: rolesFor.money,
    responses: { 204: { description: "Deleted. There is no body." } },
  },
} as const satisfies Record<string, RouteContract>;
