import type { PoolClient } from "@receipts/database";
import { type RedeliveryCommand, redeliver } from "@receipts/webhooks";
import type { Request } from "express";
import { recordAct } from "../audit/audit-log.ts";
import { ApiProblem } from "../http/api-problem.ts";

/** Redelivers a webhook and records the act, in the caller's transaction. Throws if it cannot be sent. */
export async function redeliverByHand(
  client: PoolClient,
  request: Request,
  command: RedeliveryCommand,
): Promise<void> {
  const redelivery = await redeliver(client, command);
  switch (redelivery.kind) {
    case "queued":
      return await recordAct(client, request, {
        action: "webhook_delivery.redelivered",
        subject: command.deliveryId,
        before: { state: redelivery.before },
      });
    case "already_due":
      return;
    case "not_found":
      throw noSuchDelivery();
    case "erased":
      // The older route, which names the request, has always responded so.
      if (command.verificationId !== undefined) throw noSuchDelivery();
      throw new ApiProblem("invalid_state", {
        message: "The payload was erased with the personal data, so there is nothing to send",
      });
    case "no_endpoint":
      throw new ApiProblem("invalid_state", {
        message: "The endpoint of this webhook is disabled or deleted. Enable it first",
      });
  }
}

/** Unknown, or of another account or request. */
export function noSuchDelivery(): ApiProblem {
  return new ApiProblem("not_found", { message: "There is no such webhook delivery" });
}
