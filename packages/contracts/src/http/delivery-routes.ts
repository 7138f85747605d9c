import { z } from "zod";
import { envelopeOf, listOf } from "./envelope.ts";
import { isoDateOrTime } from "./iso-time.ts";
import { pageQuery } from "./page-query.ts";
import type { RouteContract } from "./route-contract.ts";

/** Each redelivery adds a run of attempts; what a list answers must not grow with every one. */
export const MOST_ATTEMPTS_SHOWN = 50;

const milliseconds = z.number().min(0).nullable();

const attemptSchema = z
  .object({
    attempt: z.int().min(1).meta({ description: "Counts on over all runs of the schedule" }),
    trigger: z
      .enum(["schedule", "manual"])
      .meta({ description: "manual: of a run that a redelivery or a recovery has begun" }),
    statusCode: z.int().nullable(),
    errorClass: z
      .string()
      .nullable()
      .meta({ description: "Why there was no answer", examples: ["timeout"] }),
    durations: z.object({
      dnsMs: milliseconds,
      connectMs: milliseconds.meta({ description: "TCP and TLS; null on a kept connection" }),
      firstByteMs: milliseconds,
      totalMs: z.number().min(0),
    }),
    finishedAt: z.iso.datetime(),
  })
  .meta({ id: "WebhookAttempt" });

export const deliverySchema = z
  .object({
    id: z.string().meta({ examples: ["whd_01k9zc4q2v5n8r7t6y3w1x0b9a"] }),
    event: z.string(),
    url: z.string(),
    state: z.enum(["pending", "delivered", "exhausted", "given_up"]),
    nextAttemptAt: z.iso.datetime().nullable().meta({ description: "Null once it has ended" }),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    attemptCount: z.int().min(0).meta({ description: "All that were made, those not listed included" }),
    attempts: z
      .array(attemptSchema)
      .max(MOST_ATTEMPTS_SHOWN)
      .meta({ description: `The last ${MOST_ATTEMPTS_SHOWN}, oldest first; kept for 30 days` }),
  })
  .meta({ id: "WebhookDelivery" });

/** As it stands in a URL, so that it can be compared: lower case, punycode, IPv6 in its brackets. */
const hostSchema = z
  .string()
  .max(255)
  .transform((text, context) => {
    const isHost = /^(?:\[[\da-f:.]+\]|[^\s\p{Cc}/\\?#@:[\]]+)$/iu.test(text);
    if (isHost && URL.canParse(`https://${text}/`)) {
      const { hostname } = new URL(`https://${text}/`);
      return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
    }
    context.addIssue({ code: "custom", message: "must be a host as it stands in the URL, without a port" });
    return z.NEVER;
  });

export const recoverBodySchema = z.object({
  since: isoDateOrTime.meta({ description: "ISO date or date-time, UTC: deliveries made from then on" }),
  until: isoDateOrTime.optional().meta({ description: "Deliveries made before then; now unless told" }),
  host: hostSchema.optional().meta({ description: "Only those to this host; all unless told" }),
});

const count = z.int().min(0);

export const recoverySchema = z
  .object({
    id: z.string().meta({ examples: ["whr_01k9zc4q2v5n8r7t6y3w1x0b9a"] }),
    state: z
      .enum(["running", "finished"])
      .meta({ description: "finished: every delivery has begun again; what came of them is in the numbers" }),
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    host: z.string().nullable(),
    matched: count.meta({ description: "Exhausted deliveries when the job was made" }),
    requeued: count.meta({ description: "Of these have begun again" }),
    delivered: count,
    failed: count.meta({ description: "Exhausted or given up again" }),
    pending: count,
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "WebhookRecovery" });

export const deliveryRoutes = {
  listDeliveries: {
    method: "get",
    path: "/api/verify/{requestId}/deliveries",
    summary: "The webhook deliveries of a request, with their attempts",
    access: "verification:read",
    query: z.object(pageQuery),
    responses: { 200: { description: "A page of deliveries", schema: listOf(deliverySchema) } },
  },
  redeliver: {
    method: "post",
    path: "/api/verify/{requestId}/deliveries/{id}/redeliver",
    summary:
      "Send a webhook again, whatever came of it: a new run of the schedule under the same delivery id",
    access: "verification:write",
    responses: { 202: { description: "It is due now", schema: envelopeOf(deliverySchema) } },
  },
  recoverDeliveries: {
    method: "post",
    path: "/api/webhooks/recover",
    summary: "Send all exhausted webhooks of a time again, each under its own delivery id",
    access: "verification:write",
    body: recoverBodySchema,
    responses: { 202: { description: "The job that does it", schema: envelopeOf(recoverySchema) } },
  },
  getRecovery: {
    method: "get",
    path: "/api/webhooks/recover/{id}",
    summary: "How far a recovery is",
    access: "verification:read",
    responses: { 200: { description: "The job", schema: envelopeOf(recoverySchema) } },
  },
} as const satisfies Record<string, RouteContract>;
