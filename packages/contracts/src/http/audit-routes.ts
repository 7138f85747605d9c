import { z } from "zod";
import { rolesFor } from "../roles.ts";
import { roleSchema } from "./account-routes.ts";
import { downloadQuery, downloadResponse } from "./download.ts";
import { listOf } from "./envelope.ts";
import { ids } from "./examples/example-values.ts";
import { pageQuery } from "./page-query.ts";
import { periodQuery } from "./period-query.ts";
import { nullableTextField, textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

const detailsSchema = z
  .record(z.string(), z.unknown())
  .meta({ id: "AuditDetails", description: "Fields of the changed object, without secrets." });

const auditEntrySchema = z
  .object({
    id: textField("Id of the entry. Ids sort by time.", ids.audit),
    at: timeField("When it happened."),
    action: textField("Kind of change, as object and verb.", "api_key.created"),
    actor: z
      .object({
        kind: z.enum(["session", "api_key", "operator", "anonymous", "system"]).meta({
          id: "AuditActorKind",
          description:
            "`session`: a signed-in person. `api_key`: a server. `operator`: who runs the service. `anonymous`: not signed in. `system`: the service itself.",
        }),
        id: nullableTextField("The session or the key. Null for the other kinds.", ids.session),
        memberId: nullableTextField("Membership of the person. Null if no person acted.", ids.member),
        name: nullableTextField("Name of the person. Null if no person acted.", "Sara Tadesse"),
        role: roleSchema
          .nullable()
          .meta({ description: "Present role of the person. Null if no person acted." }),
      })
      .meta({ id: "AuditActor", description: "The person, server or process that acted." }),
    subject: nullableTextField("Id of the changed object. Null if it has none.", ids.apiKey),
    requestId: nullableTextField(
      "The call that did it, by its `x-request-id`. Null if it was no call.",
      "5f0c2a34-0f6e-4a43-9a8e-2f1f4f3b7c55",
    ),
    address: nullableTextField("IP address of the caller. Null if it was no call.", "203.0.113.7"),
    before: detailsSchema
      .nullable()
      .meta({ description: "Fields before the change. Null for a new object." }),
    after: detailsSchema
      .nullable()
      .meta({ description: "Fields after the change. Null for a deleted object." }),
  })
  .meta({ id: "AuditEntry", description: "One act on the account: who did what, when and from where." });
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

const auditFilters = {
  ...periodQuery,
  member: z
    .string()
    .max(40)
    .regex(/^mem_/, "must be the id of a membership")
    .optional()
    .meta({ description: "Only acts of this person, by the membership.", examples: [ids.member] }),
  action: z
    .string()
    .max(100)
    .regex(/^[a-z_.]+$/, "must be an action such as api_key.created")
    .optional()
    .meta({ description: "Only entries with exactly this action.", examples: ["api_key.created"] }),
};
export const auditQuerySchema = z.object({ ...pageQuery, ...auditFilters });
export const auditExportQuerySchema = z.object({ ...auditFilters, ...downloadQuery });
export type AuditFilters = z.infer<z.ZodObject<typeof auditFilters>>;
export type AuditQuery = z.infer<typeof auditQuerySchema>;

export const auditRoutes = {
  listAuditEntries: {
    method: "get",
    path: "/api/audit",
    summary: "List what was done on the account, newest first",
    access: "session",
    roles: rolesFor.management,
    query: auditQuerySchema,
    responses: {
      200: { description: "One page of entries, without secrets.", schema: listOf(auditEntrySchema) },
    },
  },
  exportAuditEntries: {
    method: "get",
    path: "/api/audit/export",
    summary: "Get all entries of a search as CSV, newest first",
    access: "session",
    roles: rolesFor.management,
    query: auditExportQuerySchema,
    responses: { 200: downloadResponse("The entries, one in a row.", "id,at,action") },
  },
} as const satisfies Record<string, RouteContract>;
