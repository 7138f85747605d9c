import { z } from "zod";
import { eventTypePatternSchema } from "../event-types.ts";
import { envelopeOf } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import { plainText } from "./plain-text.ts";
import { noStore, shownOnceField, textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

/** Listeners that an account can have at the same time. */
export const MAX_WEBHOOK_LISTENERS = 5;

export const createListenerBodySchema = z
  .object({
    types: z
      .array(eventTypePatternSchema)
      .min(1)
      .max(50)
      .optional()
      .meta({
        description: "Event types to listen for: names, groups such as `deposit.*`, or `*`. Default: all.",
        examples: [["deposit.*"]],
      }),
    forwardTo: plainText(2_000)
      .optional()
      .meta({
        description: "Where you forward the webhooks, for the log. No request is made to it.",
        examples: ["http://localhost:3000/hook"],
      }),
  })
  .meta({ id: "CreateWebhookListenerBody", description: "What to listen for." });

const listenerSchema = z
  .object({
    id: textField("Id of the listener.", ids.endpoint),
    secret: shownOnceField("Signs the webhooks of this listener. Shown only in this response.", "whsec_…"),
    expiresAt: timeField("It ends then. An open stream moves this.", times.later),
  })
  .meta({ id: "WebhookListener", description: "A program of yours that reads webhooks from a stream." });

export const acknowledgeBodySchema = z
  .object({
    attempt: z
      .int()
      .min(1)
      .meta({ description: "`attempt` of the event. Repeating the call changes nothing.", examples: [1] }),
    statusCode: z
      .int()
      .min(100)
      .max(599)
      .nullable()
      .meta({ description: "HTTP status of your local server. Null without a response.", examples: [200] }),
    durationMs: z
      .int()
      .min(0)
      .max(3_600_000)
      .meta({ description: "Milliseconds that your local server took.", examples: [12] }),
  })
  .meta({ id: "AcknowledgeWebhookBody", description: "What your local server answered." });

const streamed = textField(
  "Server-sent events. The `data` of each event `webhook` is the JSON `{ id, type, attempt, headers, body }`, with the delivery's id. It is sent again after a reconnect until it is acknowledged with its `attempt`. The stream waits at 100 events, or at 256 KiB, without an acknowledgement.",
);

export const webhookListenerRoutes = {
  createWebhookListener: {
    method: "post",
    path: "/api/webhook-listeners",
    summary: `Create a listener for webhooks; at most ${MAX_WEBHOOK_LISTENERS} at a time`,
    access: "webhooks:write",
    needsFreshSignIn: true,
    body: createListenerBodySchema,
    bodyIsOptional: true,
    isRepeatable: true,
    responses: {
      201: {
        description: "The new listener with its secret.",
        schema: envelopeOf(listenerSchema),
        headers: noStore,
      },
    },
    errors: ["invalid_state"],
  },
  streamWebhookListener: {
    method: "get",
    path: "/api/webhook-listeners/{id}/stream",
    summary: "Read the webhooks of a listener as they come",
    access: "webhooks:write",
    needsFreshSignIn: true,
    responses: {
      200: { description: "A stream of webhooks.", contentType: "text/event-stream", schema: streamed },
    },
  },
  acknowledgeWebhook: {
    method: "post",
    path: "/api/webhook-listeners/{id}/deliveries/{deliveryId}/acknowledge",
    summary: "Report that a webhook of a listener was handled",
    access: "webhooks:write",
    body: acknowledgeBodySchema,
    responses: { 204: { description: "Recorded. It is not sent again." } },
  },
  deleteWebhookListener: {
    method: "delete",
    path: "/api/webhook-listeners/{id}",
    summary: "End a listener. Webhooks that wait for it are given up",
    access: "webhooks:write",
    responses: { 204: { description: "The listener has ended." } },
  },
} as const satisfies Record<string, RouteContract>;
