import type { PoolClient } from "@receipts/database";
import { recordAudit, systemActor } from "../audit/audit-log.ts";
import type { EventCause } from "../checkout/deposits/record-event.ts";
import { creditPurchase } from "./purchase-repository.ts";

/** Adds the credits of a confirmed deposit, if it pays for some, in the transaction that confirms it. */
export async function completePurchase(
  client: PoolClient,
  depositId: string,
  { requestId }: EventCause,
): Promise<void> {
  const credited = await creditPurchase(client, depositId);
  if (credited === undefined) return;
  const { buyerId, packageId, credits, balance } = credited;
  await recordAudit(client, {
    userId: buyerId,
    actor: systemActor(requestId),
    action: "credit_purchase.credited",
    subject: depositId,
    before: { balance: balance - credits },
    after: { balance, packageId, credits },
  });
}
