import { profileRoutes } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { createSigningSecretStore } from "@receipts/webhooks";
import { inAccount } from "../account-lock/in-account.ts";
import { repeatable } from "../account-lock/respond-once.ts";
import { recordSecretChange, renewAccountSecret } from "../account-webhooks/renew-account-secret.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { optionalJsonBody } from "../http/json-body.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { parseWith } from "../http/validation.ts";

export function webhookSecretRoutes({ pool, secretBox }: GatewayParts): MountedRoute[] {
  const signingSecretsIn = (database: Queryable) => createSigningSecretStore({ database, secretBox });
  return [
    {
      contract: profileRoutes.createWebhookSecret,
      readBody: optionalJsonBody,
      handler: async (request, response) => {
        const { gracePeriodSeconds } = parseWith(profileRoutes.createWebhookSecret.body, request.body);
        const contract = profileRoutes.createWebhookSecret;
        await repeatable(pool, request, response, { contract }, async (client) => ({
          message: "The signing secret is shown this once",
          data: await renewAccountSecret(client, request, signingSecretsIn(client), gracePeriodSeconds),
        }));
      },
    },
    {
      contract: profileRoutes.activateWebhookSecret,
      handler: async (request, response) => {
        await inAccount(pool, request, async (client, userId) => {
          const wasUnderWay = await signingSecretsIn(client).activate(userId);
          if (wasUnderWay) await recordSecretChange(client, request, "webhook_secret.activated");
        });
        response.status(204).end();
      },
    },
    {
      contract: profileRoutes.deleteWebhookSecret,
      handler: async (request, response) => {
        await inAccount(pool, request, async (client, userId) => {
          const removed = await signingSecretsIn(client).remove(userId);
          if (removed) await recordSecretChange(client, request, "webhook_secret.deleted");
        });
        response.status(204).end();
      },
    },
  ];
}
