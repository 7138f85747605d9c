import {
  type CreditPackage,
  type CreditPurchaseView,
  creditPurchaseRoutes as contracts,
  formatSantim,
} from "@receipts/contracts";
import { inTransaction, type Pool } from "@receipts/database";
import { actorOf } from "../audit/audit-log.ts";
import { visibleStatus } from "../checkout/deposits/deposit-machine.ts";
import { checkoutUrlOf, santimOf } from "../checkout/deposits/deposit-row.ts";
import { causeOf } from "../checkout/deposits/own-deposit.ts";
import { invalidPayload } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { sendPage, sendResult } from "../http/send-result.ts";
import { parseQuery, parseWith } from "../http/validation.ts";
import { listPurchases, type PurchaseRow } from "./purchase-repository.ts";
import { type StartPurchaseDeps, startPurchase } from "./start-purchase.ts";

export interface PurchaseRouteDeps extends StartPurchaseDeps {
  readonly pool: Pool;
  readonly packages: readonly CreditPackage[];
  readonly onCreated: () => void;
}

export function purchaseRoutesOf(deps: PurchaseRouteDeps): MountedRoute[] {
  return [create(deps), list(deps)];
}

function create(deps: PurchaseRouteDeps): MountedRoute {
  const { pool, packages, onCreated } = deps;
  return {
    contract: contracts.createCreditPurchase,
    handler: async (request, response) => {
      const { packageId } = parseWith(contracts.createCreditPurchase.body, request.body);
      const chosen = packages.find(({ id }) => id === packageId);
      if (chosen === undefined) {
        const known = packages.map(({ id }) => id).join(", ");
        throw invalidPayload([{ field: "packageId", message: `must be one of ${known}` }]);
      }
      const row = await inTransaction(pool, (client) =>
        startPurchase(client, deps, {
          buyerId: callerOf(request).userId,
          actor: actorOf(request),
          chosen,
          cause: causeOf(request),
        }),
      );
      onCreated();
      contextOf(request).logFields["depositId"] = row.id;
      const message = "Pay at checkoutUrl: the credits are added when the payment is confirmed";
      sendResult(response, message, viewOf(row, deps.rules.checkoutBaseUrl), 201);
    },
  };
}

function list({ pool, rules }: PurchaseRouteDeps): MountedRoute {
  return {
    contract: contracts.listCreditPurchases,
    handler: async (request, response) => {
      const { limit, offset } = parseQuery(contracts.listCreditPurchases.query, request);
      const { rows, total } = await listPurchases(pool, callerOf(request).userId, { limit, offset });
      sendPage(
        response,
        "Credit purchases",
        rows.map((row) => viewOf(row, rules.checkoutBaseUrl)),
        { total, limit, offset },
      );
    },
  };
}

function viewOf(row: PurchaseRow, checkoutBaseUrl: string): CreditPurchaseView {
  return {
    id: row.id,
    packageId: row.packageId,
    credits: row.credits,
    amount: formatSantim(santimOf(row.amount)),
    currency: "ETB",
    status: visibleStatus(row),
    checkoutUrl: checkoutUrlOf(checkoutBaseUrl, row.token),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    creditedAt: row.creditedAt?.toISOString() ?? null,
  };
}
