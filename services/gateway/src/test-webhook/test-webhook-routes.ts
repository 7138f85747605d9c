import { verificationRoutes } from "@receipts/contracts";
import { createSigningSecretStore, type GuardedClient } from "@receipts/webhooks";
import type { GatewayParts } from "../gateway-parts.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { limitAccount } from "../http/rate-limits.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import { requireSafeWebhookUrl } from "../http/webhook-host-guard.ts";
import { createDeliverSample } from "./deliver-sample.ts";

/** A sample without a response takes this long. */
const MAX_DEADLINE_MS = 10_000;

/** One attempt: no retry, no credit, and only the status of the response is shown. */
export function testWebhookRoutes(parts: GatewayParts & { readonly client: GuardedClient }): MountedRoute[] {
  const { config, pool: database, secretBox } = parts;
  const deliverSample = createDeliverSample({
    ...parts,
    signingSecrets: createSigningSecretStore({ database, secretBox }),
    deadlineMs: Math.min(config.WEBHOOK_TIMEOUT_MS, MAX_DEADLINE_MS),
  });
  /** Prevents use of the route as a scanner. */
  const perAccount = parts.limiter("test-webhook", config.TEST_WEBHOOK_RATE_LIMIT_PER_MINUTE);
  return [
    {
      contract: verificationRoutes.testWebhook,
      hasOwnLimits: true,
      handler: async (request, response) => {
        const { webhookUrl, scenario } = parseWith(verificationRoutes.testWebhook.body, request.body);
        const { userId } = callerOf(request);
        const url = requireSafeWebhookUrl("webhookUrl", webhookUrl, config.WEBHOOK_ALLOW_PRIVATE);
        await limitAccount(perAccount, userId, "test webhooks a minute");
        await parts.requireSafeWebhookHost(url);
        const { requestId } = contextOf(request);
        const data = await deliverSample({ url, scenario, userId, requestId });
        sendResult(response, data.delivered ? "Delivered" : "Not delivered", data);
      },
    },
  ];
}
