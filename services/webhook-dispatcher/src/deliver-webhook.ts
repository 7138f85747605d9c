import { type Log, latencyBuckets, pause, type ServiceMetrics } from "@receipts/service-kit";
import type { Span, Tracing } from "@receipts/tracing";
import {
  type GuardedClient,
  type PostOutcome,
  SecretUnreadable,
  type SigningSecretStore,
  webhookHeaders,
} from "@receipts/webhooks";
import { type DeliveryOutcome, outcomeOf } from "./delivery-outcome.ts";
import type { DeliveryRepository, LeasedDelivery } from "./delivery-repository.ts";

export interface DeliverWebhookDeps {
  readonly client: Pick<GuardedClient, "post">;
  readonly deliveries: Pick<DeliveryRepository, "complete" | "release">;
  readonly signingSecrets: Pick<SigningSecretStore, "unseal" | "unsealHeaders">;
  readonly schedule: readonly number[];
  readonly deadlineMs: number;
  readonly leaseMs: number;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly tracing: Tracing;
}

export interface AttemptEnd {
  /** With any status; undefined when the attempt says nothing about its target. */
  readonly responded: boolean | undefined;
  readonly totalMs: number;
}

/** Makes one attempt of a delivery, from signature to record. */
export type DeliverWebhook = (delivery: LeasedDelivery, signal: AbortSignal) => Promise<AttemptEnd>;

export function createDeliverWebhook(deps: DeliverWebhookDeps): DeliverWebhook {
  const observe = createObservations(deps.metrics);

  return async (delivery, signal) => {
    const startedAt = performance.now();
    const elapsedMs = () => performance.now() - startedAt;
    const span = startSpan(deps.tracing, delivery);
    const result = await send(deps, { delivery, signal, traceparent: span.traceparent });
    span.end({ attributes: { "receipts.outcome": classOf(result) }, failed: result.kind === "failed" });
    if (result.kind === "failed" && result.errorClass === "aborted") {
      await deps.deliveries.release(delivery);
      return { responded: undefined, totalMs: result.timings.totalMs };
    }
    const now = new Date(delivery.leasedAt.getTime() + elapsedMs());
    const outcome = outcomeOf({
      result,
      attempts: delivery.runAttempts + 1,
      schedule: deps.schedule,
      now,
      random: Math.random(),
    });
    const recorded = await completeWhileLeased(deps, { delivery, result, outcome, elapsedMs, signal });
    observe({ delivery, result, outcome, recorded, now });
    logAttempt(deps.log, { delivery, result, outcome, recorded });
    return { responded: hasResponded(result), totalMs: result.timings.totalMs };
  };
}

interface Attempted {
  readonly delivery: LeasedDelivery;
  readonly result: PostOutcome;
  readonly outcome: DeliveryOutcome;
  readonly recorded: boolean;
}

/** Of the response's body, for the owner's log. */
const EXCERPT_BYTES = 1_024;
/** Delay before a failed record is retried. */
const RECORD_AGAIN_MS = 250;

/** Retries the record while the lease lasts: without it, a webhook that was received would be sent again. */
async function completeWhileLeased(
  deps: DeliverWebhookDeps,
  attempt: Omit<Attempted, "recorded"> & { readonly elapsedMs: () => number; readonly signal: AbortSignal },
): Promise<boolean> {
  const { delivery, result, outcome, signal } = attempt;
  for (;;) {
    try {
      return await deps.deliveries.complete(delivery, result, outcome);
    } catch (error) {
      if (signal.aborted || attempt.elapsedMs() > deps.leaseMs) throw error;
      deps.log.warn("delivery.record_failed", { deliveryId: delivery.id, error });
      await pause(RECORD_AGAIN_MS, signal);
    }
  }
}

function startSpan(tracing: Tracing, delivery: LeasedDelivery): Span {
  return tracing.startSpan({
    name: "deliver webhook",
    kind: "client",
    parent: delivery.traceparent,
    attributes: {
      "receipts.event": delivery.event,
      "receipts.delivery_id": delivery.id,
      "receipts.request_id": delivery.httpRequestId,
      "receipts.attempt": delivery.attempts + 1,
    },
  });
}

interface Sending {
  readonly delivery: LeasedDelivery;
  readonly signal: AbortSignal;
  readonly traceparent: string | null;
}

async function send(
  deps: DeliverWebhookDeps,
  { delivery, signal, traceparent }: Sending,
): Promise<PostOutcome> {
  try {
    const { endpointId, sealedHeaders } = delivery;
    const secrets = deps.signingSecrets.unseal(delivery.secretOwner, delivery);
    const ownHeaders =
      endpointId === null || sealedHeaders === null
        ? {}
        : deps.signingSecrets.unsealHeaders(endpointId, sealedHeaders);
    // Encoded once for both signatures and the request.
    const body = Buffer.from(delivery.payload);
    const timestampSeconds = Math.floor(delivery.leasedAt.getTime() / 1_000);
    return await deps.client.post({
      url: delivery.url,
      headers: {
        ...ownHeaders, // first, so that ours win
        ...webhookHeaders({
          ...delivery,
          deliveryId: delivery.id,
          secrets,
          timestampSeconds,
          body,
          traceparent,
        }),
      },
      body,
      deadlineMs: deps.deadlineMs,
      signal,
      excerptBytes: EXCERPT_BYTES,
    });
  } catch (error) {
    // Every error counts as an attempt, so that a receiver cannot cause endless retries. Never sent unsigned.
    const event = error instanceof SecretUnreadable ? "delivery.unsignable" : "delivery.unsendable";
    deps.log.error(event, { requestId: delivery.httpRequestId, deliveryId: delivery.id, error });
    return unsendable;
  }
}

const unsendable: PostOutcome = {
  kind: "failed",
  errorClass: "internal",
  timings: { dnsMs: null, connectMs: null, firstByteMs: null, totalMs: 0 },
};

/** Internal errors and refused addresses say nothing about whether the target responds. */
function hasResponded(result: PostOutcome): boolean | undefined {
  if (result.kind === "responded") return true;
  return result.errorClass === "internal" || result.errorClass === "unsafe_address" ? undefined : false;
}

const attemptOutcomes = [
  ...["1xx", "2xx", "3xx", "4xx", "5xx"],
  ...["dns", "unsafe_address", "connect", "tls", "timeout", "reset", "protocol", "internal"],
];
/** Seconds; an objective needs `10`. */
const firstAttemptBuckets = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

function classOf(result: PostOutcome): string {
  return result.kind === "responded" ? `${Math.floor(result.statusCode / 100)}xx` : result.errorClass;
}

export function endedCounter(metrics: ServiceMetrics) {
  return metrics.counter("webhook_deliveries_total", "Deliveries that ended", ["final"], {
    final: ["delivered", "given_up", "exhausted"],
  });
}

function createObservations(metrics: ServiceMetrics) {
  const attempts = metrics.counter(
    "webhook_attempts_total",
    "Webhook attempts, by the response's status class or the error class; `unsafe_address`: refused by our address guard",
    ["outcome"],
    { outcome: attemptOutcomes },
  );
  const finals = endedCounter(metrics);
  const firstDelay = metrics.histogram(
    "webhook_first_attempt_delay_seconds",
    "How long a new delivery was due before its first attempt",
    firstAttemptBuckets,
  );
  const fenced = metrics.counter(
    "webhook_fenced_completions_total",
    "Attempts that were not recorded because their lease was lost",
  );
  const duration = metrics.histogram(
    "webhook_attempt_duration_seconds",
    "Duration of one webhook attempt",
    latencyBuckets,
  );
  const received = metrics.histogram(
    "webhook_verdict_to_received_seconds",
    "From the verdict to the receiver's 2xx response, including retries, without redeliveries",
    [...latencyBuckets, 300, 900, 3_600],
  );

  return ({ delivery, result, outcome, recorded, now }: Attempted & { readonly now: Date }) => {
    attempts.inc({ outcome: classOf(result) });
    duration.observe(result.timings.totalMs / 1_000);
    if (delivery.attempts === 0 && delivery.trigger === "schedule") {
      firstDelay.observe(Math.max(0, delivery.leasedAt.getTime() - delivery.dueAt.getTime()) / 1_000);
    }
    if (!recorded) {
      fenced.inc();
      return;
    }
    if (outcome.state !== "pending") finals.inc({ final: outcome.state });
    if (outcome.state === "delivered" && delivery.trigger === "schedule") {
      received.observe(Math.max(0, now.getTime() - delivery.createdAt.getTime()) / 1_000);
    }
  };
}

function logAttempt(log: Log, { delivery, result, outcome, recorded }: Attempted): void {
  log.info("delivery.attempted", {
    requestId: delivery.httpRequestId,
    verificationId: delivery.verificationId,
    deliveryId: delivery.id,
    ...(delivery.endpointId === null ? {} : { endpointId: delivery.endpointId }),
    attempt: delivery.attempts + 1,
    trigger: delivery.trigger,
    state: recorded ? outcome.state : "fenced",
    ...(result.kind === "responded" ? { statusCode: result.statusCode } : { errorClass: result.errorClass }),
    ...(outcome.state === "pending" ? { nextAttemptInMs: outcome.nextAttemptInMs } : {}),
    ...result.timings,
  });
}
