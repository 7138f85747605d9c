import { newId, type TestWebhookScenario, verificationRoutes } from "@receipts/contracts";
import type { RateLimiter } from "@receipts/fast-store";
import type { GuardedClient, PostOutcome, SigningSecretStore } from "@receipts/webhooks";
import { checkWebhookUrl, signWebhook } from "@receipts/webhooks";
import { ApiProblem } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { parseWith } from "../http/validation.ts";
import { sampleWebhookBody } from "./sample-webhook-body.ts";

export interface TestWebhookDeps {
  readonly client: Pick<GuardedClient, "post">;
  readonly signingSecrets: Pick<SigningSecretStore, "secretsOf">;
  readonly requireSafeWebhookHost: (url: string) => Promise<void>;
  /** Keeps the route from being used as a scanner. */
  readonly perAccount: RateLimiter;
  readonly allowPrivateWebhooks: boolean;
  readonly deadlineMs: number;
}

/** One attempt at the caller's own expense of time: no retry, no credit, nothing of the answer shown but its status. */
export function testWebhookRoutes(deps: TestWebhookDeps): MountedRoute[] {
  return [
    {
      contract: verificationRoutes.testWebhook,
      handler: async (request, response) => {
        const { webhookUrl, scenario } = parseWith(verificationRoutes.testWebhook.body, request.body);
        const { userId } = callerOf(request);
        const url = requireSafeUrl(webhookUrl, deps.allowPrivateWebhooks);
        await limit(deps.perAccount, userId);
        await deps.requireSafeWebhookHost(url);
        const data = await deliverSample(deps, {
          url,
          scenario,
          userId,
          requestId: contextOf(request).requestId,
        });
        response.json({ success: true, message: data.delivered ? "Delivered" : "Not delivered", data });
      },
    },
  ];
}

function requireSafeUrl(text: string, allowPrivate: boolean): string {
  const checked = checkWebhookUrl(text, { allowPrivate });
  if (checked.kind === "ok") return checked.url.href;
  throw new ApiProblem("unsafe_webhook_url", {
    message: checked.message,
    details: [{ field: "webhookUrl", message: checked.message }],
  });
}

async function limit(perAccount: RateLimiter, userId: string): Promise<void> {
  const state = await perAccount.consume(userId);
  if (state.allowed) return;
  throw new ApiProblem("rate_limited", {
    message: `More than ${state.limit} test webhooks a minute for this account`,
    retryAfterSeconds: state.resetMs / 1_000,
  });
}

interface Sample {
  readonly url: string;
  readonly scenario: TestWebhookScenario;
  readonly userId: string;
  readonly requestId: string;
}

async function deliverSample(deps: TestWebhookDeps, sample: Sample) {
  const deliveryId = newId("webhookDelivery");
  const now = new Date();
  const body = sampleWebhookBody(sample.scenario, now);
  const secrets = await deps.signingSecrets.secretsOf(sample.userId);
  const outcome = await deps.client.post({
    url: sample.url,
    headers: {
      "content-type": "application/json",
      "x-webhook-event": "verification.completed",
      "x-webhook-delivery-id": deliveryId,
      "x-webhook-test": "true",
      "x-request-id": sample.requestId,
      ...signWebhook({ secrets, deliveryId, timestampSeconds: Math.floor(now.getTime() / 1_000), body }),
    },
    body,
    deadlineMs: deps.deadlineMs,
  });
  return { deliveryId, signed: secrets !== undefined, ...describe(outcome) };
}

function describe(outcome: PostOutcome) {
  const durationMs = Math.round(outcome.timings.totalMs);
  if (outcome.kind === "failed") {
    return { delivered: false, statusCode: null, durationMs, error: outcome.errorClass };
  }
  const delivered = outcome.statusCode >= 200 && outcome.statusCode < 300;
  return { delivered, statusCode: outcome.statusCode, durationMs, error: delivered ? null : "status" };
}
