import { profileRoutes } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { createSigningSecretStore } from "@receipts/webhooks";
import { inAccount } from "../account-lock/in-account.ts";
import { recordSecretChange, renewAccountSecret } from "../account-webhooks/renew-account-secret.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { optionalJsonBody } from "../http/json-body.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
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
