import { type TestWebhookResult, verificationRoutes } from "@receipts/contracts";
import type { RateLimiter } from "@receipts/fast-store";
import { checkWebhookUrl } from "@receipts/webhooks";
import { unsafeWebhookUrl } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { limitAccount } from "../http/rate-limits.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import type { DeliverSample } from "./deliver-sample.ts";

export interface TestWebhookDeps {
  readonly deliverSample: DeliverSample;
  readonly requireSafeWebhookHost: (url: string) => Promise<void>;
  /** Keeps the route from being used as a scanner. */
  readonly perAccount: RateLimiter;
  readonly allowPrivateWebhooks: boolean;
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
        await limitAccount(deps.perAccount, userId, "test webhooks");
        await deps.requireSafeWebhookHost(url);
        const { requestId } = contextOf(request);
        const data: TestWebhookResult = await deps.deliverSample({ url, scenario, userId, requestId });
        sendResult(response, data.delivered ? "Delivered" : "Not delivered", data);
      },
    },
  ];
}

function requireSafeUrl(text: string, allowPrivate: boolean): string {
  const checked = checkWebhookUrl(text, { allowPrivate });
  if (checked.kind === "ok") return checked.url.href;
  throw unsafeWebhookUrl("webhookUrl", checked.message);
}
