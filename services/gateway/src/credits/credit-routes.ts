import { creditRoutes as contracts, maxReportDays } from "@receipts/contracts";
import type { GatewayParts } from "../gateway-parts.ts";
import { parseWalk, sendPage, sendWholeList } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { boundedPeriodOf } from "../http/requested-period.ts";
import { sendResult } from "../http/send-result.ts";
import { parseQuery } from "../http/validation.ts";
import { creditUsage } from "./credit-usage.ts";
import { creditBalance, listTransactions } from "./read-ledger.ts";

export function creditRoutes({ pool: database, config, readInTurn }: GatewayParts): MountedRoute[] {
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
        const { userId } = callerOf(request);
        const data = await readInTurn(request, () => creditUsage(database, userId, period));
        sendResult(response, "Credit usage", data);
      },
    },
    {
      contract: contracts.listCreditTransactions,
      handler: async (request, response) => {
        const page = parseWalk(contracts.listCreditTransactions.query, request);
        const { userId } = callerOf(request);
        const found = await readInTurn(request, () => listTransactions(database, userId, page));
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
