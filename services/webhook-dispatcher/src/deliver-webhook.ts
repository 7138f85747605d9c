import { type Log, latencyBuckets, type ServiceMetrics } from "@receipts/service-kit";
import {
  type GuardedClient,
  type PostOutcome,
  SecretUnreadable,
  type SigningSecretStore,
  signWebhook,
} from "@receipts/webhooks";
import { outcomeOf } from "./delivery-outcome.ts";
import type { DeliveryRepository, LeasedDelivery } from "./delivery-repository.ts";

export interface DeliverWebhookDeps {
  readonly client: Pick<GuardedClient, "post">;
  readonly deliveries: Pick<DeliveryRepository, "complete" | "release">;
  readonly signingSecrets: Pick<SigningSecretStore, "secretsOf">;
  readonly schedule: readonly number[];
  readonly deadlineMs: number;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

/** One attempt of one delivery, from signature to record. */
export type DeliverWebhook = (delivery: LeasedDelivery, signal: AbortSignal) => Promise<void>;

export function createDeliverWebhook(deps: DeliverWebhookDeps): DeliverWebhook {
  const attempts = deps.metrics.counter("webhook_attempts_total", "Webhook attempts, by what came of them", [
    "outcome",
  ]);
  const finals = deps.metrics.counter("webhook_deliveries_total", "Deliveries that ended", ["final"]);
  const duration = deps.metrics.histogram(
    "webhook_attempt_duration_seconds",
    "Time of one webhook attempt",
    latencyBuckets,
  );

  return async (delivery, signal) => {
    const startedAt = performance.now();
    const result = await send(deps, delivery, signal).catch((error: unknown) => {
      if (!(error instanceof SecretUnreadable)) throw error;
      // Counted as an attempt, so that it ends some day; never sent unsigned.
      deps.log.error("delivery.unsignable", {
        requestId: delivery.httpRequestId,
        deliveryId: delivery.id,
        error,
      });
      return unsendable;
    });
    if (result.kind === "failed" && result.errorClass === "aborted") {
      await deps.deliveries.release(delivery);
      return;
    }
    const attempt = delivery.attempts + 1;
    const now = new Date(delivery.leasedAt.getTime() + (performance.now() - startedAt));
    const outcome = outcomeOf({
      result,
      attempts: attempt,
      schedule: deps.schedule,
      now,
      random: Math.random(),
    });
    const recorded = await deps.deliveries.complete(delivery, result, outcome);
    const label = result.kind === "answered" ? `${Math.floor(result.statusCode / 100)}xx` : result.errorClass;
    attempts.inc({ outcome: label });
    duration.observe(result.timings.totalMs / 1_000);
    if (recorded && outcome.state !== "pending") finals.inc({ final: outcome.state });
    deps.log.info("delivery.attempted", {
      requestId: delivery.httpRequestId,
      verificationId: delivery.verificationId,
      deliveryId: delivery.id,
      attempt,
      state: recorded ? outcome.state : "fenced",
      ...(result.kind === "answered" ? { statusCode: result.statusCode } : { errorClass: result.errorClass }),
      ...(outcome.state === "pending" ? { nextAttemptInMs: outcome.nextAttemptInMs } : {}),
      ...result.timings,
    });
  };
}

const unsendable: PostOutcome = {
  kind: "failed",
  errorClass: "internal",
  timings: { dnsMs: null, connectMs: null, firstByteMs: null, totalMs: 0 },
};

async function send(
  deps: DeliverWebhookDeps,
  delivery: LeasedDelivery,
  signal: AbortSignal,
): Promise<PostOutcome> {
  const secrets = await deps.signingSecrets.secretsOf(delivery.userId);
  const timestampSeconds = Math.floor(delivery.leasedAt.getTime() / 1_000);
  return await deps.client.post({
    url: delivery.url,
    headers: {
      "content-type": "application/json",
      "user-agent": "receipt-verification-webhooks/1",
      "x-webhook-event": delivery.event,
      "x-webhook-delivery-id": delivery.id,
      "x-request-id": delivery.httpRequestId,
      ...(delivery.traceparent === null ? {} : { traceparent: delivery.traceparent }),
      ...signWebhook({ secrets, deliveryId: delivery.id, timestampSeconds, body: delivery.payload }),
    },
    body: delivery.payload,
    deadlineMs: deps.deadlineMs,
    signal,
  });
}
