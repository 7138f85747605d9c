import { accountDepositRoutes as contracts } from "@receipts/contracts";
import { inTransaction } from "@receipts/database";
import type { Response } from "express";
import type { MountedRoute } from "../../http/mount-routes.ts";
import { callerOf } from "../../http/request-context.ts";
import { sendPage, sendResult } from "../../http/send-result.ts";
import { parseQuery, parseWith } from "../../http/validation.ts";
import { cancelDeposit } from "./cancel-deposit.ts";
import type { DepositParts } from "./change-deposit.ts";
import { pageOfDeposits } from "./deposit-repository.ts";
import { type DepositRow, depositView } from "./deposit-row.ts";
import { pageOfDepositEvents } from "./event-repository.ts";
import { actOn, depositOf } from "./own-deposit.ts";
import { resolveDeposit } from "./resolve-deposit.ts";

/** The deposits of the checkout surface for the signed-in owner: no browser has a checkout key. */
export function accountDepositRoutesOf({ pool, config, changeDeposit }: DepositParts): MountedRoute[] {
  const send = (response: Response, row: DepositRow) =>
    sendResult(response, "Deposit", depositView(row, config.CHECKOUT_BASE_URL));
  return [
    {
      contract: contracts.listAccountDeposits,
      handler: async (request, response) => {
        const query = parseQuery(contracts.listAccountDeposits.query, request);
        const { rows, total } = await pageOfDeposits(pool, callerOf(request).userId, query);
        sendPage(
          response,
          "Deposits",
          rows.map((row) => depositView(row, config.CHECKOUT_BASE_URL)),
          { ...query, total },
        );
      },
    },
    {
      contract: contracts.getAccountDeposit,
      handler: async (request, response) => {
        const row = await depositOf(pool, request);
        send(response, row);
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
        send(response, row);
      },
    },
    {
      contract: contracts.cancelAccountDeposit,
      handler: async (request, response) => {
        const { id } = await depositOf(pool, request);
        const row = await inTransaction(pool, (client) =>
          cancelDeposit(client, changeDeposit, actOn(request, id)),
        );
        send(response, row);
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
