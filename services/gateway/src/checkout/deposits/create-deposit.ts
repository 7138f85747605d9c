import { randomBytes } from "node:crypto";
import { type CreateDepositBody, MAX_RECEIPT_TRIES, newId, parseSantim } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import { checkWebhookUrl } from "@receipts/webhooks";
import { type EventCause, recordEvent } from "../events/record-event.ts";
import { CheckoutProblem, invalidRequest } from "../http/checkout-problem.ts";
import { insertDeposit } from "./deposit-repository.ts";
import type { DepositRow } from "./deposit-row.ts";
import { pageUrlFault } from "./page-url.ts";
import { choosePaymentOptions } from "./payment-options.ts";

export interface DepositRules {
  readonly checkoutBaseUrl: string;
  readonly allowPrivateWebhooks: boolean;
  readonly allowLocalPages: boolean;
}

/** What the schema cannot tell of addresses; the names are asked about elsewhere. */
export function checkAddresses(body: CreateDepositBody, rules: DepositRules): void {
  const faults = (["returnUrl", "cancelUrl"] as const).flatMap((field) => {
    const text = body[field];
    const fault =
      text === undefined ? undefined : pageUrlFault(text, { allowLocalHttp: rules.allowLocalPages });
    return fault === undefined ? [] : [{ field, message: fault }];
  });
  if (faults.length > 0) throw invalidRequest(faults);
  if (body.webhookUrl === undefined) return;
  const checked = checkWebhookUrl(body.webhookUrl, { allowPrivate: rules.allowPrivateWebhooks });
  if (checked.kind === "ok") return;
  const { message } = checked;
  throw new CheckoutProblem("unsafe_webhook_url", { message, fields: [{ field: "webhookUrl", message }] });
}

/** The row and its first event, in the caller's transaction. */
export async function createDeposit(
  client: PoolClient,
  rules: DepositRules,
  draft: {
    /** Of the deposit, where somebody knows it before. */
    readonly id?: string;
    readonly userId: string;
    readonly body: CreateDepositBody;
    readonly cause: EventCause;
    readonly maxTries?: number;
  },
): Promise<DepositRow> {
  const { id = newId("deposit"), userId, body, cause, maxTries = MAX_RECEIPT_TRIES } = draft;
  const amount = parseSantim(body.amount);
  if (amount === undefined) throw new Error("the schema lets no other amounts in");
  const deposit = await insertDeposit(client, {
    id,
    userId,
    // 32 characters that need no escaping in a path.
    token: randomBytes(24).toString("base64url"),
    amount,
    reference: body.reference,
    description: body.description ?? null,
    customer: body.customer ?? null,
    paymentOptions: await choosePaymentOptions(client, userId, body.banks),
    returnUrl: body.returnUrl ?? null,
    cancelUrl: body.cancelUrl ?? null,
    webhookUrl: body.webhookUrl === undefined ? null : new URL(body.webhookUrl).href,
    metadata: body.metadata ?? {},
    expiresInMinutes: body.expiresInMinutes,
    maxTries,
    httpRequestId: cause.requestId,
    traceparent: cause.traceparent,
  });
  await recordEvent(client, {
    type: "deposit.created",
    deposit,
    cause,
    checkoutBaseUrl: rules.checkoutBaseUrl,
  });
  return deposit;
}
