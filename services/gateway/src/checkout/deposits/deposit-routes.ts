import { checkoutRoutes, isId, newId } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import { recordAct } from "../../audit/audit-log.ts";
import { invalidPayload } from "../../http/api-problem.ts";
import { callerOf, contextOf } from "../../http/request-context.ts";
import { parseQuery, parseWith } from "../../http/validation.ts";
import { checkoutBody, sendPage } from "../http/checkout-surface.ts";
import { answerOnce } from "../http/idempotent-answer.ts";
import type { MountedCheckoutRoute } from "../http/require-checkout-caller.ts";
import { cancelDeposit } from "./cancel-deposit.ts";
import type { ChangeDeposit } from "./change-deposit.ts";
import { createDeposit, type DepositRules, readDepositDraft } from "./create-deposit.ts";
import { listDeposits } from "./deposit-repository.ts";
import { depositView } from "./deposit-row.ts";
import { actOn, causeOf, depositOf } from "./own-deposit.ts";
import { resolveDeposit } from "./resolve-deposit.ts";

export interface DepositRouteDeps {
  readonly pool: Pool;
  readonly changeDeposit: ChangeDeposit;
  readonly rules: DepositRules;
  readonly requireSafeWebhookHost: (url: string) => Promise<void>;
  readonly onCreated: () => void;
}

export function depositRoutesOf(deps: DepositRouteDeps): MountedCheckoutRoute[] {
  return [create(deps), list(deps), get(deps), cancel(deps), resolve(deps)];
}

function create({ pool, rules, requireSafeWebhookHost, onCreated }: DepositRouteDeps): MountedCheckoutRoute {
  return {
    contract: checkoutRoutes.createDeposit,
    handler: async (request, response) => {
      const body = readDepositDraft(request.body, rules);
      const { webhookUrl } = body;
      await answerOnce(pool, request, response, {
        operation: "createDeposit",
        input: body,
        ...(webhookUrl === undefined ? {} : { check: () => requireSafeWebhookHost(webhookUrl) }),
        act: async (client) => {
          const { userId } = callerOf(request);
          const id = newId("deposit");
          // Before the event, whose number nobody else of the account gets past until the commit.
          await recordAct(client, request, {
            action: "deposit.created",
            subject: id,
            after: { amount: body.amount, currency: body.currency },
          });
          const row = await createDeposit(client, rules, { id, userId, body, cause: causeOf(request) });
          contextOf(request).logFields["depositId"] = row.id;
          onCreated();
          return { status: 201, data: depositView(row, rules.checkoutBaseUrl) };
        },
      });
    },
  };
}

function get({ pool, rules }: DepositRouteDeps): MountedCheckoutRoute {
  return {
    contract: checkoutRoutes.getDeposit,
    handler: async (request, response) => {
      const row = await depositOf(pool, request);
      response.json(checkoutBody(request, depositView(row, rules.checkoutBaseUrl)));
    },
  };
}

function list({ pool, rules }: DepositRouteDeps): MountedCheckoutRoute {
  return {
    contract: checkoutRoutes.listDeposits,
    handler: async (request, response) => {
      const query = parseQuery(checkoutRoutes.listDeposits.query, request);
      const { startingAfter } = query;
      if (startingAfter !== undefined && !isId("deposit", startingAfter)) {
        throw invalidPayload([{ field: "startingAfter", message: "must be a nextCursor of this list" }]);
      }
      const moment = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
      const rows = await listDeposits(pool, callerOf(request).userId, {
        ...query,
        createdAfter: moment(query.createdAfter),
        createdBefore: moment(query.createdBefore),
      });
      const items = rows.slice(0, query.limit).map((row) => depositView(row, rules.checkoutBaseUrl));
      const hasMore = rows.length > query.limit;
      sendPage(request, response, {
        items,
        hasMore,
        nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null,
      });
    },
  };
}

function cancel({ pool, rules, changeDeposit }: DepositRouteDeps): MountedCheckoutRoute {
  return {
    contract: checkoutRoutes.cancelDeposit,
    handler: async (request, response) => {
      const body = parseWith(checkoutRoutes.cancelDeposit.body, request.body);
      const { id } = await depositOf(pool, request);
      await answerOnce(pool, request, response, {
        operation: `cancelDeposit ${id}`,
        input: body,
        act: async (client) => {
          const row = await cancelDeposit(client, changeDeposit, actOn(request, id));
          return { status: 200, data: depositView(row, rules.checkoutBaseUrl) };
        },
      });
    },
  };
}

function resolve({ pool, rules, changeDeposit }: DepositRouteDeps): MountedCheckoutRoute {
  return {
    contract: checkoutRoutes.resolveDeposit,
    handler: async (request, response) => {
      const body = parseWith(checkoutRoutes.resolveDeposit.body, request.body);
      const { id } = await depositOf(pool, request);
      await answerOnce(pool, request, response, {
        operation: `resolveDeposit ${id}`,
        input: body,
        act: async (client) => {
          const row = await resolveDeposit(client, changeDeposit, { ...actOn(request, id), body });
          return { status: 200, data: depositView(row, rules.checkoutBaseUrl) };
        },
      });
    },
  };
}
