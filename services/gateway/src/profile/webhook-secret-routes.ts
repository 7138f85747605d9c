import { profileRoutes } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { createSigningSecretStore, type SigningSecretStore } from "@receipts/webhooks";
import type { Request } from "express";
import { inAccount } from "../account-lock/lock-account.ts";
import { queueAccountWebhook } from "../account-webhooks/queue-account-webhook.ts";
import { recordAct } from "../audit/audit-log.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { optionalJsonBody } from "../http/json-body.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";

export function webhookSecretRoutes({ pool, secretBox }: GatewayParts): MountedRoute[] {
  const signingSecretsIn = (database: Queryable) => createSigningSecretStore({ database, secretBox });
  return [
    {
      contract: profileRoutes.createWebhookSecret,
      readBody: optionalJsonBody,
      handler: async (request, response) => {
        const { gracePeriodSeconds } = parseWith(profileRoutes.createWebhookSecret.body, request.body);
        const data = await inAccount(pool, request, (client) =>
          renewAccountSecret(client, request, signingSecretsIn(client), gracePeriodSeconds),
        );
        response.set("Cache-Control", "no-store");
        sendResult(response, "The signing secret is shown this once", data, 201);
      },
    },
    {
      contract: profileRoutes.activateWebhookSecret,
      handler: async (request, response) => {
        await inAccount(pool, request, async (client, userId) => {
          const wasUnderWay = await signingSecretsIn(client).activate(userId);
          if (wasUnderWay) await recordChange(client, request, "webhook_secret.activated");
        });
        response.status(204).end();
      },
    },
    {
      contract: profileRoutes.deleteWebhookSecret,
      handler: async (request, response) => {
        await inAccount(pool, request, async (client, userId) => {
          const removed = await signingSecretsIn(client).remove(userId);
          if (removed) await recordChange(client, request, "webhook_secret.deleted");
        });
        response.status(204).end();
      },
    },
  ];
}

/** Call it in a transaction of the account. */
export async function renewAccountSecret(
  client: Queryable,
  request: Request,
  secrets: SigningSecretStore,
  gracePeriodSeconds: number | undefined,
): Promise<{ readonly secret: string; readonly rotationEndsAt: Date | null }> {
  const { userId } = callerOf(request);
  const { rowCount } = await client.query("select from webhook_secrets where user_id = $1", [userId]);
  await recordChange(client, request, rowCount === 0 ? "webhook_secret.created" : "webhook_secret.replaced");
  const secret = await secrets.renew(userId, gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds });
  return { secret, rotationEndsAt: (await secrets.graceEndsAt(userId)) ?? null };
}

async function recordChange(client: Queryable, request: Request, action: string): Promise<void> {
  const { userId } = callerOf(request);
  await recordAct(client, request, { action, subject: userId });
  await queueAccountWebhook(client, contextOf(request), userId, {
    event: "profile.updated",
    data: { changed: ["webhookSecret"] },
  });
}
