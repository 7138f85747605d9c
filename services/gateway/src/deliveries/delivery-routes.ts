import { deliveryRoutes as contracts, isId } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import { type DeliveryRecord, listDeliveries } from "@receipts/webhooks";
import type { Request } from "express";
import { repeatable } from "../account-lock/respond-once.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { parsePage, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { limitAccount } from "../http/rate-limits.ts";
import { callerOf } from "../http/request-context.ts";
import { requireVerification } from "../verification/read-routes.ts";
import type { VerificationRepository } from "../verification/verification-repository.ts";
import { logRoutes } from "./log-routes.ts";
import { recoveryRoutes } from "./recovery-routes.ts";
import { noSuchDelivery, redeliverByHand } from "./redeliver-by-hand.ts";

export interface DeliveryRouteDeps extends GatewayParts {
  readonly verifications: Pick<VerificationRepository, "find">;
}

/** A minute, for an account. Redeliveries cost no credit, and go to URLs that callers chose. */
const REDELIVERIES = 60;

/** Webhook deliveries and redelivery. The dispatcher finds due deliveries by itself, within a second. */
export function deliveryRoutesOf(deps: DeliveryRouteDeps): MountedRoute[] {
  const redeliveries = deps.limiter("redeliver", REDELIVERIES);
  return [
    {
      contract: contracts.listDeliveries,
      handler: async (request, response) => {
        const page = parsePage(contracts.listDeliveries.query, request);
        const { id } = await requireVerification(deps.verifications, request);
        const all = await listDeliveries(deps.pool, { userId: callerOf(request).userId, verificationId: id });
        const shown = all.slice(page.offset, page.offset + page.limit);
        sendPage(response, "Webhook deliveries", shown, { ...page, total: all.length });
      },
    },
    {
      contract: contracts.redeliver,
      handler: async (request, response) => {
        const target = targetOf(request);
        await limitAccount(redeliveries, target.userId, "redeliveries a minute");
        // An account that is being erased sends nothing again.
        const contract = contracts.redeliver;
        await repeatable(deps.pool, request, response, { contract }, async (client) => ({
          message: "The webhook is due now",
          data: await sendAgain(client, request, target),
        }));
      },
    },
    ...logRoutes(deps, redeliveries),
    ...recoveryRoutes(deps),
  ];
}

interface Target {
  readonly userId: string;
  readonly verificationId: string;
  readonly deliveryId: string;
}

function targetOf(request: Request): Target {
  const verificationId = String(request.params["requestId"]);
  const deliveryId = String(request.params["id"]);
  if (!isId("verification", verificationId) || !isId("webhookDelivery", deliveryId)) throw noSuchDelivery();
  return { userId: callerOf(request).userId, verificationId, deliveryId };
}

async function sendAgain(client: PoolClient, request: Request, target: Target): Promise<DeliveryRecord> {
  const { userId, verificationId, deliveryId } = target;
  await redeliverByHand(client, request, target);
  const deliveries = await listDeliveries(client, { userId, verificationId });
  const delivery = deliveries.find(({ id }) => id === deliveryId);
  if (delivery === undefined) throw new Error("the delivery disappeared while it was locked");
  return delivery;
}
