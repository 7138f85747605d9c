import { accountDepositRoutes as contracts } from "@receipts/contracts";
import { inTransaction, type Pool } from "@receipts/database";
import type { MountedRoute } from "../../http/mount-routes.ts";
import { callerOf } from "../../http/request-context.ts";
import { sendPage, sendResult } from "../../http/send-result.ts";
import { parseQuery, parseWith } from "../../http/validation.ts";
import { cancelDeposit } from "./cancel-deposit.ts";
import type { ChangeDeposit } from "./change-deposit.ts";
import { pageOfDeposits } from "./deposit-repository.ts";
import { depositView } from "./deposit-row.ts";
import { pageOfDepositEvents } from "./event-repository.ts";
import { actOn, depositOf } from "./own-deposit.ts";
import { resolveDeposit } from "./resolve-deposit.ts";

export interface AccountDepositRouteDeps {
  readonly pool: Pool;
  readonly changeDeposit: ChangeDeposit;
  readonly checkoutBaseUrl: string;
}

/** The deposits of the checkout surface for the person whose account it is: no checkout key is in any browser. */
export function accountDepositRoutesOf({
  pool,
  checkoutBaseUrl,
  changeDeposit,
}: AccountDepositRouteDeps): MountedRoute[] {
  return [
    {
      contract: contracts.listAccountDeposits,
      handler: async (request, response) => {
        const query = parseQuery(contracts.listAccountDeposits.query, request);
        const { rows, total } = await pageOfDeposits(pool, callerOf(request).userId, query);
        sendPage(
          response,
          "Deposits",
          rows.map((row) => depositView(row, checkoutBaseUrl)),
          { ...query, total },
        );
      },
    },
    {
      contract: contracts.getAccountDeposit,
      handler: async (request, response) => {
        const row = await depositOf(pool, request);
        sendResult(response, "Deposit", depositView(row, checkoutBaseUrl));
      },
    },
    {
      contract: contracts.resolveAccountDeposit,
      handler: async (request, response) => {
        const body = parseWith(contracts.resolveAccountDeposit.body, request.body);
        const { id } = await depositOf(pool, request);
        const row = await inTransaction(pool, (client) =>
          resolveDeposit(client, changeDeposit, { ...actOn(request, id), body }),
        );
        sendResult(response, "Deposit", depositView(row, checkoutBaseUrl));
      },
    },
    {
      contract: contracts.cancelAccountDeposit,
      handler: async (request, response) => {
        const { id } = await depositOf(pool, request);
        const row = await inTransaction(pool, (client) =>
          cancelDeposit(client, changeDeposit, actOn(request, id)),
        );
        sendResult(response, "Deposit", depositView(row, checkoutBaseUrl));
      },
    },
    {
      contract: contracts.listAccountDepositEvents,
      handler: async (request, response) => {
        const { limit, offset } = parseQuery(contracts.listAccountDepositEvents.query, request);
        const row = await depositOf(pool, request);
        sendPage(response, "Events of the deposit", await pageOfDepositEvents(pool, row, { limit, offset }), {
          total: row.eventCount,
          limit,
          offset,
        });
      },
    },
  ];
}
