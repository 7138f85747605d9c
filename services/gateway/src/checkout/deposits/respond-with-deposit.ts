import { newId } from "@receipts/contracts";
import type { Request, Response } from "express";
import { recordAct } from "../../audit/audit-log.ts";
import { callerOf, contextOf, outsideTurn } from "../../http/request-context.ts";
import { type IdempotentPost, respondOnce } from "../http/idempotent-response.ts";
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
    ...post
  }: Pick<IdempotentPost, "operation" | "key" | "bodyOf"> & {
    readonly schema: Parameters<typeof readDepositDraft>[2];
  },
): Promise<void> {
  const body = readDepositDraft(request.body, config, schema);
  const { webhookUrl } = body;
  await respondOnce(pool, request, response, {
    ...post,
    input: body,
    ...(webhookUrl === undefined
      ? {}
      : { check: () => outsideTurn(request, () => requireSafeWebhookHost(webhookUrl)) }),
    act: async (client) => {
      const { userId } = callerOf(request);
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
      return { status: 201, data: depositView(row, config.CHECKOUT_BASE_URL) };
    },
  });
}
