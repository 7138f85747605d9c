import { type CheckoutRouteContract, checkoutRoutes, isId } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import type { z } from "zod";
import { respondOnce, shareLock } from "../../account-lock/respond-once.ts";
import { ApiProblem } from "../../http/api-problem.ts";
import { callerOf } from "../../http/request-context.ts";
import { parseWith } from "../../http/validation.ts";
import { checkoutBody, noSuchStart, parseList, sendPage } from "../http/checkout-surface.ts";
import { type MountedCheckoutRoute, requiredIdempotencyKey } from "../http/require-checkout-caller.ts";
import { cancelDeposit } from "./cancel-deposit.ts";
import type { DepositParts } from "./change-deposit.ts";
import { listDeposits } from "./deposit-repository.ts";
import { type DepositRow, depositView } from "./deposit-row.ts";
import { actOn, type DepositCall, depositOf } from "./own-deposit.ts";
import { resolveDeposit } from "./resolve-deposit.ts";
import { respondWithDeposit } from "./respond-with-deposit.ts";

export function depositRoutesOf(parts: DepositParts): MountedCheckoutRoute[] {
  const { pool, config, changeDeposit } = parts;
  return [
    create(parts),
    list(parts),
    {
      contract: checkoutRoutes.getDeposit,
      handler: async (request, response) => {
        const row = await depositOf(pool, request);
        response.json(checkoutBody(request, depositView(row, config.CHECKOUT_BASE_URL)));
      },
    },
    change(parts, ["cancelDeposit", checkoutRoutes.cancelDeposit], (client, call) =>
      cancelDeposit(client, changeDeposit, call),
    ),
    change(parts, ["resolveDeposit", checkoutRoutes.resolveDeposit], (client, call, body) =>
      resolveDeposit(client, changeDeposit, { ...call, body, requireFreshPerson: refuseKey }),
    ),
  ];
}

function refuseKey(): never {
  throw new ApiProblem("insufficient_scope", {
    message:
      "Only a signed-in owner or manager accepts a deposit without a receipt, or remembers a name: POST /api/deposits/{id}/resolve",
  });
}

function create(parts: DepositParts): MountedCheckoutRoute {
  return {
    contract: checkoutRoutes.createDeposit,
    handler: (request, response) =>
      respondWithDeposit(parts, request, response, {
        key: requiredIdempotencyKey(request),
        identity: ["createDeposit"],
        schema: checkoutRoutes.createDeposit.body,
        bodyOf: (data) => checkoutBody(request, data),
      }),
  };
}

function list({ pool, config }: DepositParts): MountedCheckoutRoute {
  return {
    contract: checkoutRoutes.listDeposits,
    handler: async (request, response) => {
      const query = parseList(checkoutRoutes.listDeposits.query, request);
      const { startingAfter } = query;
      if (startingAfter !== undefined && !isId("deposit", startingAfter)) throw noSuchStart(query);
      const moment = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
      const page = await listDeposits(pool, callerOf(request).userId, {
        ...query,
        createdAfter: moment(query.createdAfter),
        createdBefore: moment(query.createdBefore),
      });
      const items = page.items.map((row) => depositView(row, config.CHECKOUT_BASE_URL));
      const nextCursor = page.hasMore ? (items.at(-1)?.id ?? null) : null;
      sendPage(request, response, { items, hasMore: page.hasMore, nextCursor });
    },
  };
}

function change<Body extends z.ZodType>(
  { pool, config }: DepositParts,
  [operation, contract]: readonly [string, CheckoutRouteContract & { readonly body: Body }],
  act: (client: PoolClient, call: DepositCall, body: z.output<Body>) => Promise<DepositRow>,
): MountedCheckoutRoute {
  return {
    contract,
    handler: async (request, response) => {
      const input = parseWith(contract.body, request.body);
      const { id } = await depositOf(pool, request);
      await respondOnce(pool, request, response, {
        key: requiredIdempotencyKey(request),
        identity: [`${operation} ${id}`, input],
        lock: shareLock,
        act: async (client) => {
          const row = await act(client, actOn(request, id), input);
          return { status: 200, body: checkoutBody(request, depositView(row, config.CHECKOUT_BASE_URL)) };
        },
      });
    },
  };
}
