import { webhookListenerRoutes as contracts, isId, MAX_WEBHOOK_LISTENERS } from "@receipts/contracts";
import { inAccount } from "../account-lock/in-account.ts";
import { repeatable } from "../account-lock/respond-once.ts";
import { recordAct } from "../audit/audit-log.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { ApiProblem } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { parseWith } from "../http/validation.ts";
import { acknowledge, createListener, deleteListener } from "./listener-repository.ts";
import {
  type ListenerStreamDeps,
  listenerIdOf,
  listenerStreamRoute,
  noSuchListener,
} from "./listener-stream.ts";

/** Listeners: programs of developers that read webhooks from a stream. Their rows are endpoints with an end. */
export function listenerRoutes(deps: GatewayParts & ListenerStreamDeps): MountedRoute[] {
  const { pool, secretBox } = deps;
  return [
    {
      contract: contracts.createWebhookListener,
      handler: async (request, response) => {
        const draft = parseWith(contracts.createWebhookListener.body, request.body);
        const contract = contracts.createWebhookListener;
        await repeatable(pool, request, response, { contract }, async (client, userId) => {
          const listener = await createListener(client, secretBox, userId, draft);
          if (listener === undefined) throw tooMany();
          const { types = ["*"], forwardTo = null } = draft;
          await recordAct(client, request, {
            action: "webhook_listener.created",
            subject: listener.id,
            after: { types, forwardTo },
          });
          return { message: "The listener is ready", data: listener };
        });
      },
    },
    listenerStreamRoute(deps),
    {
      contract: contracts.acknowledgeWebhook,
      handler: async (request, response) => {
        const deliveryId = String(request.params["deliveryId"]);
        const webhook = { userId: callerOf(request).userId, listenerId: listenerIdOf(request), deliveryId };
        const body = parseWith(contracts.acknowledgeWebhook.body, request.body);
        if (!isId("webhookDelivery", deliveryId) || !(await acknowledge(pool, webhook, body))) {
          throw new ApiProblem("not_found", { message: "The listener has no such webhook" });
        }
        response.status(204).end();
      },
    },
    {
      contract: contracts.deleteWebhookListener,
      handler: async (request, response) => {
        const id = listenerIdOf(request);
        await inAccount(pool, request, async (client, userId) => {
          if (!(await deleteListener(client, userId, id))) throw noSuchListener();
          await recordAct(client, request, { action: "webhook_listener.deleted", subject: id });
        });
        response.status(204).end();
      },
    },
  ];
}

function tooMany(): ApiProblem {
  return new ApiProblem("invalid_state", {
    message: `This account has ${MAX_WEBHOOK_LISTENERS} listeners: stop one, or wait 15 minutes for it to end`,
  });
}
