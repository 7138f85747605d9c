import { webhookDeliveryRoutes as contracts, type deliveryLogQuerySchema, isId } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import {
  findLogged,
  type LogFilter,
  type LoggedDeliveryRecord,
  listLog,
  redeliverAbout,
} from "@receipts/webhooks";
import type { Request } from "express";
import type { z } from "zod";
import { repeatable } from "../account-lock/respond-once.ts";
import { recordAct } from "../audit/audit-log.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { invalidPayload } from "../http/api-problem.ts";
import { nextOf, placeOf } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { limitAccount } from "../http/rate-limits.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseQuery, parseWith } from "../http/validation.ts";
import { noSuchDelivery, redeliverByHand } from "./redeliver-by-hand.ts";

/** The log of all webhook deliveries of an account, and redelivery. */
export function logRoutes({ pool }: GatewayParts, redeliveries: RateLimiter): MountedRoute[] {
  return [
    {
      contract: contracts.listWebhookDeliveries,
      handler: async (request, response) => {
        const filter = filterOf(parseQuery(contracts.listWebhookDeliveries.query, request));
        const { rows, next } = await listLog(pool, callerOf(request).userId, filter);
        // Without a total: it would cost more than the page.
        const meta = { limit: filter.limit, ...nextOf(next) };
        response.json({ success: true, message: "Webhook deliveries", data: rows, meta });
      },
    },
    {
      contract: contracts.getWebhookDelivery,
      handler: async (request, response) => {
        const target = { userId: callerOf(request).userId, deliveryId: deliveryIdOf(request) };
        const data = await findLogged(pool, target);
        if (data === undefined) throw noSuchDelivery();
        sendResult(response, "Webhook delivery", data);
      },
    },
    {
      contract: contracts.redeliverWebhook,
      handler: async (request, response) => {
        const target = { userId: callerOf(request).userId, deliveryId: deliveryIdOf(request) };
        await limitAccount(redeliveries, target.userId, "redeliveries a minute");
        const contract = contracts.redeliverWebhook;
        await repeatable(pool, request, response, { contract }, async (client) => ({
          message: "The webhook is due now",
          data: await redeliverOne(client, request, target),
        }));
      },
    },
    {
      contract: contracts.redeliverSubject,
      handler: async (request, response) => {
        const { subject } = parseWith(contracts.redeliverSubject.body, request.body);
        const { userId } = callerOf(request);
        await limitAccount(redeliveries, userId, "redeliveries a minute");
        const contract = contracts.redeliverSubject;
        await repeatable(pool, request, response, { contract }, async (client) => {
          const { due, queued } = await redeliverAbout(client, { userId, subject });
          if (queued > 0) {
            const after = { redelivered: queued };
            await recordAct(client, request, { action: "webhook_deliveries.redelivered", subject, after });
          }
          return { message: "The webhooks are due now", data: { redelivered: due } };
        });
      },
    },
  ];
}

async function redeliverOne(
  client: PoolClient,
  request: Request,
  target: { readonly userId: string; readonly deliveryId: string },
): Promise<LoggedDeliveryRecord> {
  await redeliverByHand(client, request, target);
  const detail = await findLogged(client, target);
  if (detail === undefined) throw new Error("the delivery disappeared while it was locked");
  const { payload: _, attempts: __, ...delivery } = detail;
  return delivery;
}

function deliveryIdOf(request: Request): string {
  const id = String(request.params["id"]);
  if (!isId("webhookDelivery", id)) throw noSuchDelivery();
  return id;
}

const DAY_MS = 86_400_000;

function filterOf(query: z.output<typeof deliveryLogQuerySchema>): LogFilter {
  const { limit, endpoint, type: types, state: states, subject, to } = query;
  const from = query.from === undefined ? undefined : new Date(query.from);
  const isDay = to?.length === "2026-01-31".length;
  const before = to === undefined ? undefined : new Date(Date.parse(to) + (isDay ? DAY_MS : 0));
  if (from !== undefined && before !== undefined && from >= before) {
    throw invalidPayload([{ field: "to", message: "must be after from" }]);
  }
  return { limit, endpoint, types, states, subject, from, before, after: placeOf(query.cursor) };
}
