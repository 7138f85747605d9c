import { type AuditEntryView, auditRoutes } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { sendPage } from "../http/send-result.ts";
import { parseQuery } from "../http/validation.ts";
import { type AuditEntryRow, listAuditEntries } from "./audit-entries.ts";

export function auditRoutesOf(deps: { readonly database: Queryable }): MountedRoute[] {
  return [
    {
      contract: auditRoutes.listAuditEntries,
      handler: async (request, response) => {
        const query = parseQuery(auditRoutes.listAuditEntries.query, request);
        const { rows, total } = await listAuditEntries(deps.database, callerOf(request).userId, query);
        sendPage(response, "Audit log", rows.map(viewOf), { ...query, total });
      },
    },
  ];
}

function viewOf({ actorKind, actorId, ...entry }: AuditEntryRow): { [K in keyof AuditEntryView]: unknown } {
  return { ...entry, actor: { kind: actorKind, id: actorId } };
}
