import { z } from "zod";
import { listOf } from "./envelope.ts";
import { pageQuery } from "./page-query.ts";
import type { RouteContract } from "./route-contract.ts";

const details = z.record(z.string(), z.unknown()).nullable();

const auditEntrySchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: z.string().meta({ examples: ["api_key.created"] }),
    actor: z.object({
      kind: z.enum(["session", "api_key", "operator", "anonymous", "system"]),
      id: z.string().nullable().meta({ description: "The session or the key; an operator is not named" }),
    }),
    subject: z.string().nullable().meta({ description: "Id of what was acted on" }),
    requestId: z.string().nullable(),
    address: z.string().nullable(),
    before: details,
    after: details,
  })
  .meta({ id: "AuditEntry" });
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

export const auditQuerySchema = z.object({
  ...pageQuery,
  action: z
    .string()
    .max(100)
    .regex(/^[a-z_.]+$/, "must be an action such as api_key.created")
    .optional()
    .meta({ description: "Only entries of this action" }),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

export const auditRoutes = {
  listAuditEntries: {
    method: "get",
    path: "/api/audit",
    summary: "What was done on the account, by whom and from where; the newest first",
    access: "session",
    query: auditQuerySchema,
    responses: { 200: { description: "Entries without secrets", schema: listOf(auditEntrySchema) } },
  },
} as const satisfies Record<string, RouteContract>;
