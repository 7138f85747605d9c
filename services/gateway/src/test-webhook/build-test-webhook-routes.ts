import type { Pool } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import { createSigningSecretStore, type GuardedClient, type SecretBox } from "@receipts/webhooks";
import type { GatewayConfig } from "../gateway-config.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { RequireSafeWebhookHost } from "../http/webhook-host-guard.ts";
import { createDeliverSample } from "./deliver-sample.ts";
import { testWebhookRoutes } from "./test-webhook-routes.ts";

export interface TestWebhookAreaDeps {
  readonly config: GatewayConfig;
  readonly pool: Pool;
  readonly client: GuardedClient;
  readonly secretBox: SecretBox;
  readonly requireSafeWebhookHost: RequireSafeWebhookHost;
  readonly limiter: (name: string, points: number) => RateLimiter;
  readonly draining: AbortSignal;
}

/** Whoever gets no answer waits for all of it. */
const LONGEST_MS = 10_000;

export function buildTestWebhookRoutes(deps: TestWebhookAreaDeps): MountedRoute[] {
  const { config, pool, client, secretBox, requireSafeWebhookHost, limiter, draining } = deps;
  return testWebhookRoutes({
    deliverSample: createDeliverSample({
      client,
      signingSecrets: createSigningSecretStore({ database: pool, secretBox }),
      deadlineMs: Math.min(config.WEBHOOK_TIMEOUT_MS, LONGEST_MS),
      draining,
    }),
    requireSafeWebhookHost,
    perAccount: limiter("test-webhook", config.TEST_WEBHOOK_RATE_LIMIT_PER_MINUTE),
    allowPrivateWebhooks: config.WEBHOOK_ALLOW_PRIVATE,
  });
}
