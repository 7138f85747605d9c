import { randomBytes } from "node:crypto";
import type { IsLive } from "@receipts/banks";
import {
  type CreateDepositBody,
  type createDepositBodySchema,
  MAX_RECEIPT_TRIES,
  newId,
  parseSantim,
} from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import type { z } from "zod";
import type { GatewayConfig } from "../../gateway-config.ts";
import { invalidPayload } from "../../http/api-problem.ts";
import { collectFaults, faultlessFields, parseWith } from "../../http/validation.ts";
import { requireSafeWebhookUrl } from "../../http/webhook-host-guard.ts";
import { insertDeposit } from "./deposit-repository.ts";
import type { DepositRow } from "./deposit-row.ts";
import { pageUrlFault } from "./page-url.ts";
import { choosePaymentOptions } from "./payment-options.ts";
import { type EventCause, recordEvent } from "./record-event.ts";

/** Reads a draft and collects all its errors, except those that need the DNS of the webhook's host. */
export function readDepositDraft(
  input: object,
  config: GatewayConfig,
  schema: z.ZodObject<typeof createDepositBodySchema.shape>,
): CreateDepositBody {
  const faults = collectFaults();
  const draft = faults.attempt(() => parseWith(schema, input));
  const { returnUrl, cancelUrl, webhookUrl } = draft ?? faultlessFields(schema.partial(), input);
  faults.attempt(() => requirePageUrl("returnUrl", returnUrl, config));
  faults.attempt(() => requirePageUrl("cancelUrl", cancelUrl, config));
  faults.attempt(
    () =>
      webhookUrl !== undefined &&
      requireSafeWebhookUrl("webhookUrl", webhookUrl, config.WEBHOOK_ALLOW_PRIVATE),
  );
  const problem = faults.problem();
  if (problem !== undefined || draft === undefined) throw problem;
  return draft;
}

function requirePageUrl(field: string, text: string | undefined, config: GatewayConfig): void {
  const message = text && pageUrlFault(text, { allowLocalHttp: config.NODE_ENV !== "production" });
  if (message !== undefined) throw invalidPayload([{ field, message }]);
}

/** The addresses and the mode of the deployment that creates a deposit. */
export interface DepositHome {
  readonly checkoutBaseUrl: string;
  readonly isLive: IsLive;
}

/** Creates the row and its first event, in the caller's transaction. */
export async function createDeposit(
  client: PoolClient,
  { checkoutBaseUrl, isLive }: DepositHome,
  draft: {
    /** Id of the deposit, if the caller needs it before. */
    readonly id?: string;
    readonly userId: string;
    readonly body: CreateDepositBody;
    readonly cause: EventCause;
    readonly maxTries?: number;
  },
): Promise<DepositRow> {
  const { id = newId("deposit"), userId, body, cause, maxTries = MAX_RECEIPT_TRIES } = draft;
  const amount = parseSantim(body.amount);
  if (amount === undefined) throw new Error("the schema allows no other amounts");
  const paymentOptions = await choosePaymentOptions(client, userId, body.banks);
  const deposit = await insertDeposit(client, {
    id,
    userId,
    // 32 characters that need no escaping in a path.
    token: randomBytes(24).toString("base64url"),
    amount,
    reference: body.reference,
    description: body.description ?? null,
    customer: body.customer ?? null,
    paymentOptions,
    livemode: paymentOptions.some(({ bank }) => isLive(bank)),
    returnUrl: body.returnUrl ?? null,
    cancelUrl: body.cancelUrl ?? null,
    webhookUrl: body.webhookUrl === undefined ? null : new URL(body.webhookUrl).href,
    metadata: body.metadata ?? {},
    allowPartial: body.allowPartial ?? false,
    expiresInMinutes: body.expiresInMinutes,
    maxTries,
    httpRequestId: cause.requestId,
    traceparent: cause.traceparent,
  });
  await recordEvent(client, { type: "deposit.created", deposit, cause, checkoutBaseUrl });
  return deposit;
}
