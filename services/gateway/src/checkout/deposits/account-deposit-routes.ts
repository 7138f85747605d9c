import { accountDepositRoutes as contracts, formatSantim, type Santim } from "@receipts/contracts";
import type { Response } from "express";
import { encodeQR } from "qr";
import { repeatable, shareLock } from "../../account-lock/respond-once.ts";
import { fileDay } from "../../downloads/send-table.ts";
import { asCaller } from "../../http/as-caller.ts";
import { parsePage, parseWalk, sendPage } from "../../http/list-page.ts";
import type { MountedRoute } from "../../http/mount-routes.ts";
import { callerOf } from "../../http/request-context.ts";
import { periodOf } from "../../http/requested-period.ts";
import { requireFreshSignIn } from "../../http/require-fresh-sign-in.ts";
import { sendResult } from "../../http/send-result.ts";
import { idempotencyKeyOf, parseQuery, parseWith } from "../../http/validation.ts";
import { cancelDeposit } from "./cancel-deposit.ts";
import type { DepositParts } from "./change-deposit.ts";
import { checkoutUrlOf, type DepositRow, depositView } from "./deposit-row.ts";
import { depositTable } from "./deposit-table.ts";
import { pageOfDepositEvents } from "./event-repository.ts";
import { actOn, depositOf } from "./own-deposit.ts";
import { resolveDeposit } from "./resolve-deposit.ts";
import { respondWithDeposit } from "./respond-with-deposit.ts";
import { exportDeposits, searchDeposits } from "./search-deposits.ts";
import { findDepositReceipts } from "./submitted-receipts.ts";

/** The deposits of the checkout surface for the signed-in owner: no browser has a checkout key. */
export function accountDepositRoutesOf(parts: DepositParts): MountedRoute[] {
  const { pool, config, changeDeposit, readInTurn, sendTable } = parts;
  const send = (response: Response, row: DepositRow) =>
    sendResult(response, "Deposit", depositView(row, config.CHECKOUT_BASE_URL));
  return [
    {
      contract: contracts.listAccountDeposits,
      handler: async (request, response) => {
        const query = parseWalk(contracts.listAccountDeposits.query, request);
        const filter = { ...query, ...periodOf(query) };
        const search = () => searchDeposits(pool, callerOf(request).userId, filter);
        const found = await (query.q === undefined ? search() : readInTurn(request, search));
        const deposits = found.rows.map((row) => depositView(row, config.CHECKOUT_BASE_URL));
        sendPage(
          response,
          "Deposits",
          deposits,
          { ...query, ...found },
          {
            totalIsExact: found.isExact,
            amount: formatSantim(found.requested as Santim),
            amountReceived: formatSantim(found.received as Santim),
          },
        );
      },
    },
    {
      contract: contracts.exportAccountDeposits,
      handler: async (request, response) => {
        const query = parseQuery(contracts.exportAccountDeposits.query, request);
        const rows = exportDeposits(pool, callerOf(request).userId, { ...query, ...periodOf(query) });
        await sendTable(request, response, query, () => ({
          name: `deposits_${fileDay()}`,
          columns: depositTable,
          batches: rows,
        }));
      },
    },
    {
      contract: contracts.createAccountDeposit,
      handler: (request, response) =>
        respondWithDeposit(parts, request, response, {
          identity: ["createAccountDeposit"],
          schema: contracts.createAccountDeposit.body,
          key: idempotencyKeyOf(request),
          bodyOf: (data) => ({ success: true, message: "Deposit", data }),
        }),
    },
    {
      contract: contracts.getDepositQrCode,
      handler: async (request, response) => {
        const { token } = await depositOf(pool, request);
        // With the margin of four modules that the standard requires.
        const image = encodeQR(checkoutUrlOf(config.CHECKOUT_BASE_URL, token), "svg", {
          ecc: "medium",
          border: 4,
        });
        response.type("svg").set("Content-Security-Policy", "default-src 'none'; sandbox").send(image);
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
        const contract = contracts.resolveAccountDeposit;
        await repeatable(pool, request, response, { contract, lock: shareLock }, async (client) => {
          const row = await resolveDeposit(client, changeDeposit, {
            ...actOn(request, id),
            body,
            requireFreshPerson: () => requireFreshSignIn(request),
          });
          return { message: "Deposit", data: depositView(row, config.CHECKOUT_BASE_URL) };
        });
      },
    },
    {
      contract: contracts.cancelAccountDeposit,
      handler: async (request, response) => {
        const { id } = await depositOf(pool, request);
        const row = await asCaller(pool, request, (client) =>
          cancelDeposit(client, changeDeposit, actOn(request, id)),
        );
        send(response, row);
      },
    },
    {
      contract: contracts.getDepositReceipts,
      handler: async (request, response) => {
        const row = await depositOf(pool, request);
        sendResult(response, "Receipts of the deposit", await findDepositReceipts(pool, row));
      },
    },
    {
      contract: contracts.listAccountDepositEvents,
      handler: async (request, response) => {
        const page = parsePage(contracts.listAccountDepositEvents.query, request);
        const row = await depositOf(pool, request);
        const events = await pageOfDepositEvents(pool, row, page);
        sendPage(response, "Events of the deposit", events, { ...page, total: row.eventCount });
      },
    },
  ];
}
