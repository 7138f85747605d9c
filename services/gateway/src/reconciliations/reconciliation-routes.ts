import { reconciliationRoutes as contracts, isId, type LineClass, lineClasses } from "@receipts/contracts";
import type { Pool, Queryable } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import { inAccount } from "../account-lock/in-account.ts";
import { repeatable } from "../account-lock/respond-once.ts";
import { recordAct } from "../audit/audit-log.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { parsePage, parseWalk, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { ownedRow } from "../http/owned-row.ts";
import { limitAccount } from "../http/rate-limits.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { nextDate, startOfDate } from "../http/time-zone.ts";
import { parseQuery } from "../http/validation.ts";
import { type LineRow, listLines } from "./reconciled-lines.ts";
import {
  deleteReconciliation,
  findReconciliation,
  listReconciliations,
  storeStatement,
} from "./reconciliation-repository.ts";
import { reconciliationTable } from "./reconciliation-table.ts";
import { detailView, lineView, reconciliationView } from "./reconciliation-views.ts";
import { createStatementBody, refuseOtherFiles, requireBytes } from "./statement-body.ts";

/** Limit of an account. Deleted statements leave space that the database cleans up later. */
const STATEMENTS_AN_HOUR = 100;
/** A slow reader holds one in memory. */
const EXPORT_BATCH = 100;

export function reconciliationRoutes({
  pool,
  sendTable,
  limiter,
}: Pick<GatewayParts, "pool" | "sendTable" | "limiter">): MountedRoute[] {
  return [
    createRoute(pool, limiter("statements", STATEMENTS_AN_HOUR, 3_600)),
    {
      contract: contracts.listReconciliations,
      handler: async (request, response) => {
        const page = parseWalk(contracts.listReconciliations.query, request);
        const found = await listReconciliations(pool, callerOf(request).userId, page);
        sendPage(response, "Reconciliations", found.rows.map(reconciliationView), { ...page, ...found });
      },
    },
    {
      contract: contracts.getReconciliation,
      handler: async (request, response) => {
        sendResult(response, "Reconciliation", detailView(await requireReconciliation(pool, request)));
      },
    },
    {
      contract: contracts.listReconciledLines,
      handler: async (request, response) => {
        const query = parsePage(contracts.listReconciledLines.query, request);
        const found = await requireReconciliation(pool, request);
        const classes = classesOf(query.class);
        const { userId } = callerOf(request);
        const rows = await listLines(pool, { userId, id: found.id }, { ...query, classes });
        const total = classes.reduce((sum, name) => sum + (found.sums?.[name].lines ?? 0), 0);
        sendPage(response, "Lines", rows.map(lineView), { ...query, total });
      },
    },
    {
      contract: contracts.exportReconciledLines,
      handler: async (request, response) => {
        const query = parseQuery(contracts.exportReconciledLines.query, request);
        const { userId } = callerOf(request);
        await sendTable(request, response, query, async () => {
          const { id, bank } = await requireReconciliation(pool, request);
          return {
            name: `reconciliation_${bank}_${id}`,
            columns: reconciliationTable,
            batches: allLines(pool, { userId, id }, classesOf(query.class)),
          };
        });
      },
    },
    {
      contract: contracts.deleteReconciliation,
      handler: async (request, response) => {
        const id = String(request.params["id"]);
        const isDeleted = await inAccount(pool, request, async (client, userId) => {
          if (!isId("reconciliation", id) || !(await deleteReconciliation(client, userId, id))) return false;
          await recordAct(client, request, { action: "reconciliation.deleted", subject: id });
          return true;
        });
        if (!isDeleted) throw noSuch();
        response.status(204).end();
      },
    },
  ];
}

function createRoute(pool: Pool, perAccount: RateLimiter): MountedRoute {
  return {
    contract: contracts.createReconciliation,
    readBody: createStatementBody(),
    handler: async (request, response) => {
      const query = parseQuery(contracts.createReconciliation.query, request);
      refuseOtherFiles(request);
      const { bank, fileName = null, mapping = null, timeZone, startDate, endDate } = query;
      if (startDate !== undefined && endDate !== undefined && startDate > endDate)
        throw invalidPayload([{ field: "endDate", message: "must not be before startDate" }]);
      const statement = {
        bank,
        fileName,
        mapping,
        timeZone,
        bytes: requireBytes(request.body),
        from: startDate === undefined ? null : startOfDate(startDate, timeZone),
        before: endDate === undefined ? null : startOfDate(nextDate(endDate), timeZone),
      };
      const contract = contracts.createReconciliation;
      await repeatable(pool, request, response, { contract }, async (client, userId) => {
        const beforeWriting = () => limitAccount(perAccount, userId, "statements an hour");
        const result = await storeStatement(client, userId, statement, beforeWriting);
        if (typeof result === "string") throw new ApiProblem("invalid_state", { message: refused[result] });
        const after = { bank, fileName };
        await recordAct(client, request, { action: "reconciliation.created", subject: result.id, after });
        return { message: "Reconciliation", data: reconciliationView(result) };
      });
    },
  };
}

const refused = {
  too_many: "You have 50 reconciliations: delete one",
  too_many_pending: "Five of your statements wait to be compared: send this one after them",
};

const requireReconciliation = ownedRow(
  "reconciliation",
  "You have no such reconciliation",
  findReconciliation,
);

const noSuch = () => new ApiProblem("not_found", { message: "There is no such reconciliation" });

const classesOf = (name: LineClass | undefined): readonly LineClass[] =>
  name === undefined ? lineClasses : [name];

/** No transaction is open while the reader takes its time. */
async function* allLines(
  database: Queryable,
  which: { readonly userId: string; readonly id: string },
  classes: readonly LineClass[],
) {
  let after: LineRow | undefined;
  do {
    const rows = await listLines(database, which, { classes, limit: EXPORT_BATCH, offset: 0, after });
    yield rows.map(lineView);
    after = rows.length < EXPORT_BATCH ? undefined : rows.at(-1);
  } while (after !== undefined);
}
