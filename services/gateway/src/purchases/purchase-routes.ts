import {
  type CreditPurchaseView,
  creditPurchaseRoutes as contracts,
  formatSantim,
} from "@receipts/contracts";
import { repeatable, shareLock } from "../account-lock/respond-once.ts";
import { actorOf } from "../audit/audit-log.ts";
import type { DepositParts } from "../checkout/deposits/change-deposit.ts";
import { visibleStatus } from "../checkout/deposits/deposit-machine.ts";
import { checkoutUrlOf, santimOf } from "../checkout/deposits/deposit-row.ts";
import { causeOf } from "../checkout/deposits/own-deposit.ts";
import { invalidPayload } from "../http/api-problem.ts";
import { parseWalk, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { parseWith } from "../http/validation.ts";
import { listPurchases, type PurchaseRow } from "./purchase-repository.ts";
import { startPurchase } from "./start-purchase.ts";

export function purchaseRoutesOf(parts: DepositParts): MountedRoute[] {
  return [create(parts), list(parts)];
}

function create({ pool, config, isLive, onCreated }: DepositParts): MountedRoute {
  const packages = config.CREDIT_PACKAGES;
  return {
    contract: contracts.createCreditPurchase,
    handler: async (request, response) => {
      const { packageId } = parseWith(contracts.createCreditPurchase.body, request.body);
      const chosen = packages.find(({ id }) => id === packageId);
      if (chosen === undefined) {
        const known = packages.map(({ id }) => id).join(", ");
        throw invalidPayload([{ field: "packageId", message: `must be one of ${known}` }]);
      }
      const contract = contracts.createCreditPurchase;
      await repeatable(pool, request, response, { contract, lock: shareLock }, async (client, buyerId) => {
        const bought = { buyerId, actor: actorOf(request), chosen, cause: causeOf(request) };
        const row = await startPurchase(client, { config, isLive }, bought);
        contextOf(request).logFields["depositId"] = row.id;
        return {
          message: "Pay at checkoutUrl: the credits are added when the payment is confirmed",
          data: viewOf(row, config.CHECKOUT_BASE_URL),
        };
      });
      onCreated();
    },
  };
}

function list({ pool, config }: DepositParts): MountedRoute {
  return {
    contract: contracts.listCreditPurchases,
    handler: async (request, response) => {
      const page = parseWalk(contracts.listCreditPurchases.query, request);
      const found = await listPurchases(pool, callerOf(request).userId, page);
      const purchases = found.rows.map((row) => viewOf(row, config.CHECKOUT_BASE_URL));
      sendPage(response, "Credit purchases", purchases, { ...page, ...found });
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
