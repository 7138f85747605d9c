import { profileRoutes } from "@receipts/contracts";
import { inTransaction, type Pool, type Queryable } from "@receipts/database";
import type { SigningSecretStore } from "@receipts/webhooks";
import type { Request } from "express";
import { lockAccount } from "../account-lock/lock-account.ts";
import { queueAccountWebhook } from "../account-webhooks/queue-account-webhook.ts";
import { actorOf, recordAudit } from "../audit/audit-log.ts";
import { optionalJsonBody } from "../http/json-body.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { parseWith } from "../http/validation.ts";

export interface WebhookSecretRouteDeps {
  readonly pool: Pool;
  readonly signingSecretsIn: (
    database: Queryable,
  ) => Pick<SigningSecretStore, "renew" | "activate" | "graceEndsAt" | "remove">;
}

export function webhookSecretRoutes(deps: WebhookSecretRouteDeps): MountedRoute[] {
  return [
    {
      contract: profileRoutes.createWebhookSecret,
      readBody: optionalJsonBody,
      handler: async (request, response) => {
        const { gracePeriodSeconds } = parseWith(profileRoutes.createWebhookSecret.body, request.body);
        const data = await renew(deps, request, gracePeriodSeconds);
        response
          .status(201)
          .set("Cache-Control", "no-store")
          .json({ success: true, message: "The signing secret is shown this once", data });
      },
    },
    {
      contract: profileRoutes.activateWebhookSecret,
      handler: async (request, response) => {
        await activate(deps, request);
        response.status(204).end();
      },
    },
    {
      contract: profileRoutes.deleteWebhookSecret,
      handler: async (request, response) => {
        await remove(deps, request);
        response.status(204).end();
      },
    },
  ];
}

async function renew(deps: WebhookSecretRouteDeps, request: Request, gracePeriodSeconds: number | undefined) {
  const { userId } = callerOf(request);
  return await inTransaction(deps.pool, async (client) => {
    await lockAccount(client, userId);
    const { rowCount } = await client.query("select from webhook_secrets where user_id = $1", [userId]);
    await tell(client, request, rowCount === 0 ? "webhook_secret.created" : "webhook_secret.replaced");
    const grace = gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds };
    const secrets = deps.signingSecretsIn(client);
    const secret = await secrets.renew(userId, grace);
    return { secret, rotationEndsAt: (await secrets.graceEndsAt(userId)) ?? null };
  });
}

async function activate(deps: WebhookSecretRouteDeps, request: Request): Promise<void> {
  const { userId } = callerOf(request);
  await inTransaction(deps.pool, async (client) => {
    await lockAccount(client, userId);
    const wasUnderWay = await deps.signingSecretsIn(client).activate(userId);
    if (wasUnderWay) await tell(client, request, "webhook_secret.activated");
  });
}

async function remove(deps: WebhookSecretRouteDeps, request: Request): Promise<void> {
  const { userId } = callerOf(request);
  await inTransaction(deps.pool, async (client) => {
    await lockAccount(client, userId);
    const removed = await deps.signingSecretsIn(client).remove(userId);
    if (removed) await tell(client, request, "webhook_secret.deleted");
  });
}

async function tell(client: Queryable, request: Request, action: string): Promise<void> {
  const { userId } = callerOf(request);
  await recordAudit(client, { userId, actor: actorOf(request), action, subject: userId });
  await queueAccountWebhook(client, contextOf(request), userId, {
    event: "profile.updated",
    data: { changed: ["webhookSecret"] },
  });
}
