import type { IsLive } from "@receipts/banks";
import { paymentRoutes as contracts, isId } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { Request } from "express";
import { repeatable } from "../account-lock/respond-once.ts";
import { fileDay, type SendTable } from "../downloads/send-table.ts";
import { ApiProblem } from "../http/api-problem.ts";
import { parseWalk, sendPage, sendWholeList } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { ReadInTurn } from "../http/read-in-turn.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseQuery, parseWith } from "../http/validation.ts";
import type { FirstConfirmations } from "../verification/first-confirmation.ts";
import { listFilterChoices } from "./filter-choices.ts";
import { filterOf } from "./payment-filter.ts";
import { paymentView } from "./payment-row.ts";
import { paymentTable } from "./payment-table.ts";
import {
  deletePaymentView,
  listPaymentViews,
  type PaymentViewRow,
  savePaymentView,
} from "./payment-views.ts";
import { exportPayments, searchPayments } from "./search-payments.ts";

export function paymentRoutes({
  pool,
  isLive,
  firstConfirmationsOf,
  readInTurn,
  sendTable,
}: {
  readonly pool: Pool;
  readonly isLive: IsLive;
  readonly firstConfirmationsOf: FirstConfirmations;
  readonly readInTurn: ReadInTurn;
  readonly sendTable: SendTable;
}): MountedRoute[] {
  return [
    {
      contract: contracts.listPayments,
      handler: async (request, response) => {
        const query = parseWalk(contracts.listPayments.query, request);
        const { limit, offset, after } = query;
        const { userId, member } = callerOf(request);
        const filter = { ...filterOf(query), limit, offset, after };
        const search = () => searchPayments(pool, userId, filter);
        const found = await (filter.text === undefined ? search() : readInTurn(request, search));
        // Only people learn where and by whom: a key may be in a shop's hands that is not theirs.
        const firsts = member === null ? undefined : await firstConfirmationsOf(pool, userId, found.rows);
        const payments = found.rows.map((row) => paymentView(row, isLive, firsts?.get(row.id)));
        sendPage(response, "Payments", payments, { ...query, ...found }, { totalIsExact: found.isExact });
      },
    },
    {
      contract: contracts.exportPayments,
      handler: async (request, response) => {
        const query = parseQuery(contracts.exportPayments.query, request);
        const rows = exportPayments(pool, callerOf(request).userId, filterOf(query));
        await sendTable(request, response, query, () => ({
          name: `payments_${fileDay()}`,
          columns: paymentTable,
          batches: rows,
        }));
      },
    },
    {
      contract: contracts.listPaymentFilters,
      handler: async (request, response) => {
        sendResult(response, "Filters", await listFilterChoices(pool, callerOf(request).userId));
      },
    },
    ...viewRoutes(pool),
  ];
}

function viewRoutes(pool: Pool): MountedRoute[] {
  return [
    {
      contract: contracts.listPaymentViews,
      handler: async (request, response) => {
        const views = await listPaymentViews(pool, ownerOf(request));
        sendWholeList(response, "Saved views", views.map(viewOf));
      },
    },
    {
      contract: contracts.createPaymentView,
      handler: async (request, response) => {
        const body = parseWith(contracts.createPaymentView.body, request.body);
        const contract = contracts.createPaymentView;
        await repeatable(pool, request, response, { contract }, async (client) => {
          const saved = await savePaymentView(client, ownerOf(request), body);
          if (saved === undefined)
            throw new ApiProblem("invalid_state", {
              message: "You have 20 saved views: delete one, or save under the name of one",
            });
          return { message: "Saved view", data: viewOf(saved) };
        });
      },
    },
    {
      contract: contracts.deletePaymentView,
      handler: async (request, response) => {
        const id = String(request.params["id"]);
        const isDeleted = isId("paymentView", id) && (await deletePaymentView(pool, ownerOf(request), id));
        if (!isDeleted) throw new ApiProblem("not_found", { message: "You have no such saved view" });
        response.status(204).end();
      },
    },
  ];
}

const viewOf = (row: PaymentViewRow) => ({ ...row, createdAt: row.createdAt.toISOString() });

function ownerOf(request: Request) {
  const { userId, member } = callerOf(request);
  if (member === null) throw new Error("a route for sessions was called without one");
  return { userId, memberId: member.id };
}
