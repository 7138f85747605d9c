import { z } from "zod";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids, times, webhookUrl } from "./examples/example-values.ts";
import { isoDateOrTime } from "./iso-time.ts";
import { pageQuery } from "./page-query.ts";
import {
  countField,
  flagField,
  nullableTextField,
  nullableTimeField,
  textField,
  timeField,
} from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

/** Each redelivery adds a run of attempts. The limit keeps responses small. */
export const MOST_ATTEMPTS_SHOWN = 50;

const phaseMs = (description: string, example: number) =>
  z
    .number()
    .min(0)
    .nullable()
    .meta({ description, examples: [example] });

export const attemptSchema = z
  .object({
    attempt: z
      .int()
      .min(1)
      .meta({ description: "Number of the attempt, counted over all runs of the schedule.", examples: [1] }),
    trigger: z.enum(["schedule", "manual"]).meta({
      id: "AttemptTrigger",
      description:
        "`schedule`: the delivery's first run. `manual`: a redelivery or a recovery started the run.",
    }),
    statusCode: z
      .int()
      .nullable()
      .meta({ description: "HTTP status of your server. Null without a response.", examples: [204] }),
    errorClass: nullableTextField("Why there was no response. Null if there was one.", null),
    durations: z
      .object({
        dnsMs: phaseMs("Milliseconds to resolve the host. Null if it was not resolved.", 3.1),
        connectMs: phaseMs("Milliseconds for TCP and TLS. Null on a reused connection.", 41.5),
        firstByteMs: phaseMs("Milliseconds until the response began. Null without one.", 62),
        totalMs: z
          .number()
          .min(0)
          .meta({ description: "Milliseconds from start to end of the attempt.", examples: [107.2] }),
      })
      .meta({ id: "AttemptDurations", description: "How long each phase of the attempt took." }),
    finishedAt: timeField("When the attempt ended.", times.ended),
  })
  .meta({ id: "WebhookAttempt", description: "One call to your server for a delivery." });

export const deliveryStateSchema = z.enum(["pending", "delivered", "exhausted", "given_up"]).meta({
  id: "DeliveryState",
  description:
    "`pending`: attempts remain. `delivered`: a 2xx came. `exhausted`: all attempts failed. `given_up`: your server responded 410, or the endpoint is disabled or deleted.",
  examples: ["delivered"],
});

export const deliverySchema = z
  .object({
    id: textField("Id of the delivery, sent as `X-Webhook-Delivery-Id`.", ids.delivery),
    event: textField("Name of the event that is delivered.", "verification.completed"),
    url: textField("Address that the webhook is sent to.", webhookUrl),
    state: deliveryStateSchema,
    nextAttemptAt: nullableTimeField("When the next attempt is due. Null once finished."),
    createdAt: timeField("When the delivery was created.", times.ended),
    finishedAt: nullableTimeField("When the last run ended. Null while pending.", times.ended),
    attemptCount: countField("Attempts so far, including those no longer listed.", 1),
    attempts: z
      .array(attemptSchema)
      .max(MOST_ATTEMPTS_SHOWN)
      .meta({
        description: `The last ${MOST_ATTEMPTS_SHOWN} attempts, oldest first. Stored for 30 days.`,
      }),
  })
  .meta({ id: "WebhookDelivery", description: "One webhook to one address, with its attempts." });

/** Normalized as in a URL for comparison: lower case, punycode, IPv6 in brackets. */
const hostSchema = z
  .string()
  .max(255)
  .transform((text, context) => {
    const isHost = /^(?:\[[\da-f:.]+\]|[^\s\p{Cc}/\\?#@:[\]]+)$/iu.test(text);
    if (isHost && URL.canParse(`https://${text}/`)) {
      const { hostname } = new URL(`https://${text}/`);
      return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
    }
    context.addIssue({
      code: "custom",
      message: "must be a host name as in the URL, without scheme or port",
    });
    return z.NEVER;
  });

export const recoverBodySchema = z
  .object({
    since: isoDateOrTime.meta({
      description:
        "Earliest creation time of a delivery. ISO 8601 date or date-time, UTC if it has no offset.",
      examples: ["2026-03-02"],
    }),
    until: isoDateOrTime.optional().meta({
      description: "Deliveries created before this time. ISO 8601 date or date-time. Default: now.",
      examples: ["2026-03-02T09:00:00Z"],
    }),
    host: hostSchema.optional().meta({
      description: "Only deliveries to this host. Default: all hosts.",
      examples: ["shop.example.et"],
    }),
  })
  .meta({ id: "RecoverDeliveriesBody", description: "Which exhausted webhooks to send again." });

export const recoverySchema = z
  .object({
    id: textField("Id of the recovery.", ids.recovery),
    state: z.enum(["running", "finished"]).meta({
      id: "RecoveryState",
      description: "`finished`: every matched delivery is requeued. The counts show their outcomes so far.",
    }),
    since: timeField("Earliest creation time of a matched delivery.", "2026-03-02T00:00:00.000Z"),
    until: timeField("Matched deliveries were created before this.", "2026-03-02T09:00:00.000Z"),
    host: nullableTextField("Only this host was matched. Null for all hosts.", "shop.example.et"),
    endpointId: nullableTextField(
      "Only this endpoint was matched, given-up deliveries too. Null for all.",
      ids.endpoint,
    ),
    matched: countField("Failed deliveries when the recovery was created, counted up to 100,000.", 40),
    matchedIsExact: flagField("False if there were more than `matched`. All of them are requeued.", true),
    requeued: countField("Matched deliveries with a new run so far.", 25),
    delivered: countField("Requeued deliveries that your server has accepted.", 24),
    failed: countField("Requeued deliveries that are exhausted or given up again."),
    pending: countField("Matched deliveries without an outcome yet.", 16),
    createdAt: timeField("When the recovery was created.", times.later),
    finishedAt: nullableTimeField("When all matched deliveries were requeued. Null while running."),
  })
  .meta({ id: "WebhookRecovery", description: "A job that resends all exhausted webhooks of a period." });

export const deliveryRoutes = {
  listDeliveries: {
    method: "get",
    path: "/api/verify/{requestId}/deliveries",
    summary: "List the webhook deliveries of a request, with their attempts",
    access: "verification:read",
    query: z.object(pageQuery),
    responses: { 200: { description: "One page of deliveries.", schema: listOf(deliverySchema) } },
  },
  redeliver: {
    method: "post",
    path: "/api/verify/{requestId}/deliveries/{id}/redeliver",
    summary: "Resend a webhook with a new run of the schedule, under the same delivery id",
    access: "verification:write",
    isRepeatable: true,
    responses: { 202: { description: "The delivery, due now.", schema: envelopeOf(deliverySchema) } },
    errors: ["invalid_state"],
  },
  recoverDeliveries: {
    method: "post",
    path: "/api/webhooks/recover",
    summary: "Resend all exhausted webhooks of a period, each under its own delivery id",
    access: "verification:write",
    body: recoverBodySchema,
    isRepeatable: true,
    responses: { 202: { description: "The job that resends them.", schema: envelopeOf(recoverySchema) } },
  },
  getRecovery: {
    method: "get",
    path: "/api/webhooks/recover/{id}",
    summary: "Get the progress of a recovery",
    access: "verification:read",
    responses: { 200: { description: "The recovery with its counts.", schema: envelopeOf(recoverySchema) } },
  },
} as const satisfies Record<string, RouteContract>;
