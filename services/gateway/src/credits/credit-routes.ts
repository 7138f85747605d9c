import { creditRoutes as contracts, maxReportDays } from "@receipts/contracts";
import type { GatewayParts } from "../gateway-parts.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { boundedPeriodOf } from "../http/requested-period.ts";
import { parseWalk, sendPage, sendWholeList } from "../http/list-page.ts";
import { sendResult } from "../http/send-result.ts";
import { parseQuery } from "../http/validation.ts";
import { creditBalance, listTransactions } from "./read-ledger.ts";
import { creditUsage } from "./credit-usage.ts";

export function creditRoutes({ pool: database, config }: GatewayParts): MountedRoute[] {
  return [
    {
      contract: contracts.getCreditBalance,
      handler: async (request, response) => {
        const balance = await creditBalance(database, callerOf(request).userId);
        sendResult(response, "Credit balance", { balance });
      },
    },
    {
      contract: contracts.getCreditUsage,
      handler: async (request, response) => {
        const query = parseQuery(contracts.getCreditUsage.query, request);
        const period = boundedPeriodOf(query, { now: new Date(), defaultDays: 30, maxDays: maxReportDays });
        const data = await creditUsage(database, callerOf(request).userId, period);
        sendResult(response, "Credit usage", data);
      },
    },
    {
      contract: contracts.listCreditTransactions,
      handler: async (request, response) => {
        const page = parseWalk(contracts.listCreditTransactions.query, request);
        const found = await listTransactions(database, callerOf(request).userId, page);
        sendPage(response, "Credit transactions", found.rows, { ...page, ...found });
      },
    },
    {
      contract: contracts.listCreditPackages,
      handler: (_request, response) => {
        sendWholeList(response, "Credit packages", config.CREDIT_PACKAGES);
      },
    },
  ];
}
