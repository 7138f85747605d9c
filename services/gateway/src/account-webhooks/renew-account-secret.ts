import type { Queryable } from "@receipts/database";
import type { RenewedSecret, SigningSecretStore } from "@receipts/webhooks";
import type { Request } from "express";
import { recordAct } from "../audit/audit-log.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { queueAccountWebhook } from "./queue-account-webhook.ts";

/** Call it in a transaction of the account. */
export async function renewAccountSecret(
  client: Queryable,
  request: Request,
  secrets: SigningSecretStore,
  gracePeriodSeconds: number | undefined,
): Promise<RenewedSecret> {
  const { userId } = callerOf(request);
  const { rowCount } = await client.query("select from webhook_secrets where owner_id = $1", [userId]);
  await recordSecretChange(
    client,
    request,
    rowCount === 0 ? "webhook_secret.created" : "webhook_secret.replaced",
  );
  return await secrets.renew(userId, { gracePeriodSeconds });
}

/** Audits and announces a change of the account's signing secret. */
export async function recordSecretChange(client: Queryable, request: Request, action: string): Promise<void> {
  const { userId } = callerOf(request);
  await recordAct(client, request, { action, subject: userId });
  await queueAccountWebhook(client, contextOf(request), userId, {
    event: "profile.updated",
    data: { changed: ["webhookSecret"] },
  });
}
