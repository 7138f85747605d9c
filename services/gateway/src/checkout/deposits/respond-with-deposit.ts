import { newId } from "@receipts/contracts";
import type { Request, Response } from "express";
import { type OncePost, respondOnce, shareLock } from "../../account-lock/respond-once.ts";
import { recordAct } from "../../audit/audit-log.ts";
import { contextOf, outsideTurn } from "../../http/request-context.ts";
import type { DepositParts } from "./change-deposit.ts";
import { createDeposit, readDepositDraft } from "./create-deposit.ts";
import { depositView } from "./deposit-row.ts";
import { causeOf } from "./own-deposit.ts";

/** Creates the deposit of the request's body, for a shop's server or a signed-in person. */
export async function respondWithDeposit(
  { pool, config, isLive, requireSafeWebhookHost, onCreated }: DepositParts,
  request: Request,
  response: Response,
  {
    schema,
    identity,
    bodyOf,
    key,
  }: Pick<OncePost, "identity" | "key"> & {
    readonly schema: Parameters<typeof readDepositDraft>[2];
    readonly bodyOf: (data: object) => object;
  },
): Promise<void> {
  const body = readDepositDraft(request.body, config, schema);
  const { webhookUrl } = body;
  await respondOnce(pool, request, response, {
    key,
    identity: [...identity, body],
    lock: shareLock,
    check:
      webhookUrl === undefined
        ? undefined
        : () => outsideTurn(request, () => requireSafeWebhookHost(webhookUrl)),
    act: async (client, userId) => {
      const id = newId("deposit");
      // Before the event: recording one locks the account's event counter until the commit.
      await recordAct(client, request, {
        action: "deposit.created",
        subject: id,
        after: { amount: body.amount, currency: body.currency },
      });
      const draft = { id, userId, body, cause: causeOf(request) };
      const row = await createDeposit(client, { checkoutBaseUrl: config.CHECKOUT_BASE_URL, isLive }, draft);
      contextOf(request).logFields["depositId"] = row.id;
      onCreated();
      return { status: 201, body: bodyOf(depositView(row, config.CHECKOUT_BASE_URL)) };
    },
  });
}
