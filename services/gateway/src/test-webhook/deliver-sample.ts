import { newId, type TestWebhookResult, type TestWebhookScenario } from "@receipts/contracts";
import { pause } from "@receipts/service-kit";
import {
  type GuardedClient,
  type PostOutcome,
  type SigningSecretStore,
  webhookHeaders,
} from "@receipts/webhooks";
import { sampleWebhookBody } from "./sample-webhook-body.ts";

export interface DeliverSampleDeps {
  readonly client: Pick<GuardedClient, "post">;
  readonly signingSecrets: Pick<SigningSecretStore, "secretsOf">;
  readonly deadlineMs: number;
  /** Ends the delay. */
  readonly draining: AbortSignal;
}

export interface Sample {
  readonly url: string;
  readonly scenario: TestWebhookScenario;
  readonly userId: string;
  readonly requestId: string;
}

export type DeliverSample = (sample: Sample) => Promise<TestWebhookResult>;

/**
 * Sends one sample. Without an HTTP response, the result and its time are the same for every reason. Reasons are a
 * closed, filtered or silent port, another protocol, a bad certificate, a name that now resolves to a private address.
 * Different results would make this a port scanner. The attempts of a real delivery show the owner the reason, and cost
 * a credit.
 */
export function createDeliverSample(deps: DeliverSampleDeps): DeliverSample {
  const { deadlineMs, draining } = deps;
  return async (sample) => {
    const deliveryId = newId("webhookDelivery");
    const secrets = await deps.signingSecrets.secretsOf(sample.userId);
    const startedAt = performance.now();
    const outcome = await deps.client.post({ ...requestOf(sample, deliveryId, secrets), deadlineMs });
    const base = { deliveryId, signed: secrets !== undefined };
    if (outcome.kind === "responded") return { ...base, ...resultOf(outcome) };
    await pause(Math.max(0, startedAt + deadlineMs - performance.now()), draining);
    return { ...base, delivered: false, statusCode: null, durationMs: deadlineMs, error: "no_answer" };
  };
}

type Secrets = Awaited<ReturnType<SigningSecretStore["secretsOf"]>>;

function requestOf({ url, scenario, requestId }: Sample, deliveryId: string, secrets: Secrets) {
  const now = new Date();
  const body = sampleWebhookBody(scenario, now);
  const timestampSeconds = Math.floor(now.getTime() / 1_000);
  return {
    url,
    headers: webhookHeaders({
      event: "verification.completed",
      deliveryId,
      httpRequestId: requestId,
      isTest: true,
      traceparent: null,
      secrets,
      timestampSeconds,
      body,
    }),
    body,
  };
}

function resultOf({ statusCode, timings }: Extract<PostOutcome, { kind: "responded" }>) {
  const delivered = statusCode >= 200 && statusCode < 300;
  const durationMs = Math.round(timings.totalMs);
  return { delivered, statusCode, durationMs, error: delivered ? null : ("status" as const) };
}
