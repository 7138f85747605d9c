import { type AuditEntryView, auditRoutes } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { fileDay, type SendTable } from "../downloads/send-table.ts";
import { parseWalk, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { ReadInTurn } from "../http/read-in-turn.ts";
import { callerOf } from "../http/request-context.ts";
import { periodOf } from "../http/requested-period.ts";
import { parseQuery } from "../http/validation.ts";
import { type AuditEntryRow, exportAuditEntries, listAuditEntries } from "./audit-entries.ts";
import { auditTable } from "./audit-table.ts";

export function auditRoutesOf({
  database,
  readInTurn,
  sendTable,
}: {
  readonly database: Queryable;
  readonly readInTurn: ReadInTurn;
  readonly sendTable: SendTable;
}): MountedRoute[] {
  return [
    {
      contract: auditRoutes.listAuditEntries,
      handler: async (request, response) => {
        const query = parseWalk(auditRoutes.listAuditEntries.query, request);
        const search = { ...query, ...periodOf(query) };
        const { userId } = callerOf(request);
        const found = await readInTurn(request, () => listAuditEntries(database, userId, search));
        sendPage(response, "Audit log", found.rows.map(viewOf), { ...query, ...found });
      },
    },
    {
      contract: auditRoutes.exportAuditEntries,
      handler: async (request, response) => {
        const query = parseQuery(auditRoutes.exportAuditEntries.query, request);
        const search = { ...query, ...periodOf(query) };
        const rows = exportAuditEntries(database, callerOf(request).userId, search);
        await sendTable(request, response, query, () => ({
          name: `audit_${fileDay()}`,
          columns: auditTable,
          batches: rows,
        }));
      },
    },
  ];
}

function viewOf({ actorKind, actorId, memberId, name, role, ...entry }: AuditEntryRow): {
  [K in keyof AuditEntryView]: unknown;
} {
  return { ...entry, actor: { kind: actorKind, id: actorId, memberId, name, role } };
}
