import { z } from "zod";
import { eventTypePatternSchema, typesOfPatterns } from "../event-types.ts";
import {
  attemptSchema,
  deliverySchema,
  deliveryStateSchema,
  MOST_ATTEMPTS_SHOWN,
} from "./delivery-routes.ts";
import { envelopeOf, listMetaSchema } from "./envelope.ts";
import { ids, times, webhookUrl } from "./examples/example-values.ts";
import { isoDateOrTime } from "./iso-time.ts";
import { pageQuery, severalOf } from "./page-query.ts";
import {
  countField,
  flagField,
  messageField,
  nullableTextField,
  successField,
  textField,
  timeField,
} from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

const { state, nextAttemptAt, finishedAt, attemptCount } = deliverySchema.shape;

/** A delivery in the log of the account. */
export const loggedDeliverySchema = z
  .object({
    id: textField("Id of the delivery, sent as `X-Webhook-Delivery-Id`.", ids.delivery),
    type: textField("Event type of the delivery.", "verification.completed"),
    eventId: nullableTextField(
      "Id of the event, the same to every endpoint. Null before events had one.",
      ids.event,
    ),
    subject: nullableTextField(
      "Id of the request, deposit, saved account or user that the event is about.",
      ids.request,
    ),
    endpointId: nullableTextField("The endpoint. Null for the URL of a request or deposit.", ids.endpoint),
    url: textField("Address that the webhook is sent to.", webhookUrl),
    test: flagField("True for a sample that you sent to try an endpoint."),
    state,
    nextAttemptAt,
    createdAt: timeField("When the delivery was created.", times.ended),
    finishedAt,
    attemptCount,
    lastStatusCode: z
      .int()
      .nullable()
      .meta({ description: "HTTP status of the last attempt. Null without a response.", examples: [204] }),
    lastErrorClass: nullableTextField("Why the last attempt had no response. Null if it had one.", null),
  })
  .meta({ id: "LoggedWebhookDelivery", description: "One webhook to one address, as the log lists it." });
export type LoggedDelivery = z.infer<typeof loggedDeliverySchema>;

const loggedAttemptSchema = attemptSchema
  .extend({
    explanation: textField(
      "What happened and what you can do about it, for people.",
      "Your server accepted the webhook with status 204.",
    ),
    responseExcerpt: nullableTextField(
      "The first KiB of your server's response body, as text. Null if there was none.",
      null,
    ),
  })
  .meta({ id: "LoggedWebhookAttempt", description: "One call to your server, with its response." });

export const deliveryDetailSchema = loggedDeliverySchema
  .extend({
    payload: z
      .string()
      .nullable()
      .meta({
        description: "The body as it is sent, byte for byte. Null once personal data was erased.",
        examples: ['{"event":"verification.completed",…}'],
      }),
    attempts: z
      .array(loggedAttemptSchema)
      .max(MOST_ATTEMPTS_SHOWN)
      .meta({
        description: `The last ${MOST_ATTEMPTS_SHOWN} attempts, oldest first. Stored for 30 days.`,
      }),
  })
  .meta({ id: "WebhookDeliveryDetail", description: "A delivery with its payload and attempts." });
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

const deliveryPageSchema = z
  .object({
    success: successField,
    message: messageField,
    data: z.array(loggedDeliverySchema).meta({ description: "The deliveries of this page, newest first." }),
    meta: z
      .object({
        limit: z
          .int()
          .min(1)
          .meta({ description: "Most deliveries that this page can have.", examples: [20] }),
        hasMore: listMetaSchema.shape.hasMore,
        nextCursor: nullableTextField("`cursor` of the next page. Null on the last one.", null),
      })
      .meta({ id: "CursorMeta", description: "Where the next page begins." }),
  })
  .meta({ id: "LoggedWebhookDeliveryPage", description: "One page of the log of webhook deliveries." });

export const deliveryLogQuerySchema = z.object({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor.meta({ description: "`meta.nextCursor` of the page before." }),
  endpoint: z
    .string()
    .regex(/^(?:whe_[0-9a-z]{26}|none)$/, "must be the id of an endpoint, or none")
    .optional()
    .meta({
      description: "Only deliveries to this endpoint. `none`: only to the URL of a request or deposit.",
      examples: [ids.endpoint],
    }),
  type: severalOf(eventTypePatternSchema)
    .transform(typesOfPatterns)
    .optional()
    .meta({
      description:
        "Only deliveries of these event types: names and groups such as `deposit.*`, separated by commas.",
      examples: ["verification.completed,deposit.*"],
    }),
  state: severalOf(deliveryStateSchema)
    .optional()
    .meta({
      description: `Only deliveries in these states, separated by commas: ${deliveryStateSchema.options.join(", ")}.`,
      examples: ["pending,exhausted"],
    }),
  subject: z
    .string()
    .regex(/^[a-z]{3}_[0-9a-z]{26}$/, "must be the id of a request, deposit, saved account or user")
    .optional()
    .meta({ description: "Only deliveries about this object.", examples: [ids.request] }),
  from: isoDateOrTime.optional().meta({
    description: "Only deliveries created since. ISO 8601 date or date-time, UTC if it has no offset.",
    examples: ["2026-03-02"],
  }),
  to: isoDateOrTime.optional().meta({
    description: "Only deliveries created before this time; a date counts to its end.",
    examples: ["2026-03-02"],
  }),
});

export const redeliverSubjectBodySchema = z
  .object({
    subject: z
      .string()
      .regex(/^(?:ver|dep)_[0-9a-z]{26}$/, "must be the id of a request or deposit")
      .meta({
        description: "Request or deposit whose webhooks are all sent again.",
        examples: [ids.deposit],
      }),
  })
  .meta({ id: "RedeliverSubjectBody", description: "What the webhooks are about." });

const redeliveredSchema = z
  .object({ redelivered: countField("Deliveries that are due now.", 4) })
  .meta({ id: "RedeliveredWebhooks", description: "How many webhooks are sent again." });

export const webhookDeliveryRoutes = {
  listWebhookDeliveries: {
    method: "get",
    path: "/api/webhook-deliveries",
    summary: "List all webhook deliveries of the account, newest first",
    access: "webhooks:read",
    query: deliveryLogQuerySchema,
    responses: { 200: { description: "One page of the log.", schema: deliveryPageSchema } },
  },
  getWebhookDelivery: {
    method: "get",
    path: "/api/webhook-deliveries/{id}",
    summary: "Get a webhook delivery with its payload and attempts",
    access: "webhooks:read",
    responses: {
      200: { description: "The delivery with its attempts.", schema: envelopeOf(deliveryDetailSchema) },
    },
  },
  redeliverWebhook: {
    method: "post",
    path: "/api/webhook-deliveries/{id}/redeliver",
    summary: "Resend a webhook with a new run of the schedule, under the same delivery id",
    access: "webhooks:write",
    isRepeatable: true,
    responses: { 202: { description: "The delivery, due now.", schema: envelopeOf(loggedDeliverySchema) } },
    errors: ["invalid_state"],
  },
  redeliverSubject: {
    method: "post",
    path: "/api/webhook-deliveries/redeliver",
    summary: "Resend every webhook of one request or deposit",
    access: "webhooks:write",
    body: redeliverSubjectBodySchema,
    isRepeatable: true,
    responses: { 202: { description: "They are due now.", schema: envelopeOf(redeliveredSchema) } },
  },
} as const satisfies Record<string, RouteContract>;
