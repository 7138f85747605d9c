import { z } from "zod";
import { eventTypePatternSchema, eventTypeSchema } from "../event-types.ts";
import { recoverBodySchema, recoverySchema } from "./delivery-routes.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { EVENT_DAYS } from "./event-routes.ts";
import { ids, times, webhookUrl } from "./examples/example-values.ts";
import { isoTimeInput } from "./iso-time.ts";
import { pageQuery } from "./page-query.ts";
import { plainText } from "./plain-text.ts";
import { webhookSecretBodySchema } from "./profile-routes.ts";
import {
  countField,
  flagField,
  noStore,
  nullableTextField,
  nullableTimeField,
  shownOnceField,
  textField,
  timeField,
} from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";
import { loggedDeliverySchema } from "./webhook-delivery-routes.ts";

/** Endpoints of an account, the default one included. */
export const MAX_WEBHOOK_ENDPOINTS = 20;
const DAY_MS = 86_400_000;
const MAX_TYPES = 50;
const MAX_HEADERS = 10;
const MAX_PER_SECOND = 100;
/** In the statistics of an endpoint. */
export const MOST_DELIVERIES_COUNTED = 1_000;

/** Names that the service or the protocol sets itself. */
const reservedHeaders: readonly string[] = [
  ...["host", "connection", "transfer-encoding", "te", "trailer", "upgrade", "expect", "keep-alive"],
  ...["accept-encoding", "user-agent", "cookie", "traceparent", "tracestate", "x-request-id"],
  ...["forwarded", "via", "date", "range"],
];
const reservedStarts = ["content-", "proxy-", "x-webhook-", "webhook-", "x-forwarded-", "if-"] as const;
const isReserved = (name: string) =>
  reservedHeaders.includes(name) || reservedStarts.some((start) => name.startsWith(start));

const notReserved = `must not be a header that the service or the protocol sets itself: ${[
  ...reservedHeaders,
  ...reservedStarts.map((start) => `${start}*`),
].join(", ")}`;
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/, "must be a header name of letters, digits and hyphens, such as X-Shop-Token")
  .transform((name) => name.toLowerCase())
  .refine((name) => !isReserved(name), notReserved);
const headerValue = z
  .string()
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?$/, "must be 1 to 500 visible ASCII characters");

const url = { description: "Public https address that gets the webhooks.", examples: [webhookUrl] };
const description = { description: "Your own label of the endpoint.", examples: ["Bookkeeping"] };
const types = {
  description: "Event types that it gets: names, groups such as `deposit.*`, or `*` for all.",
  examples: [["verification.completed", "deposit.*"]],
};
const maxPerSecond = {
  description: "Most attempts in any second to this endpoint. Null for no limit of its own.",
  examples: [10],
};

const typesInput = z
  .array(eventTypePatternSchema)
  .min(1)
  .max(MAX_TYPES)
  .transform((names) => [...new Set(names)]);
const headersInput = z
  .record(headerName, headerValue)
  .refine(
    (headers) => Object.keys(headers).length <= MAX_HEADERS,
    `must have at most ${MAX_HEADERS} headers`,
  );
const headers = {
  description: `Up to ${MAX_HEADERS} headers of your own, sent with every attempt. Values are encrypted at rest and never shown.`,
  examples: [{ "x-shop-token": "s3cret" }],
};
/** As Standard Webhooks writes symmetric secrets. */
const ownSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, "must be whsec_ and 24 to 64 bytes in base64")
  .refine((secret) => {
    const base64 = secret.slice("whsec_".length);
    const bytes = Math.floor((base64.replaceAll("=", "").length * 3) / 4);
    return base64.length % 4 === 0 && bytes >= 24 && bytes <= 64;
  }, "must be whsec_ and 24 to 64 bytes in base64");
const urlInput = z.string().max(2_048);
const maxPerSecondInput = z.int().min(1).max(MAX_PER_SECOND);

export const createEndpointBodySchema = z
  .object({
    url: urlInput.meta(url),
    description: plainText(200).optional().meta(description),
    types: typesInput.optional().meta({ ...types, description: `${types.description} Default: all.` }),
    headers: headersInput.optional().meta(headers),
    maxPerSecond: maxPerSecondInput.optional().meta(maxPerSecond),
    secret: ownSecret.optional().meta({
      description:
        "A signing secret of your own, as Standard Webhooks writes it: `whsec_` and 24 to 64 random bytes in base64. Default: a new one is made.",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    }),
    replayFrom: isoTimeInput
      .refine(
        (time) => time.getTime() <= Date.now() && time.getTime() >= Date.now() - EVENT_DAYS * DAY_MS,
        `must be in the last ${EVENT_DAYS} days`,
      )
      .optional()
      .meta({
        description: `The endpoint also gets the events of its types since then, each once, queued oldest first. At most ${EVENT_DAYS} days ago. Default: only new ones.`,
      }),
  })
  .meta({ id: "CreateWebhookEndpointBody", description: "Where to send which events." });
export type CreateEndpointBody = z.infer<typeof createEndpointBodySchema>;

export const changeEndpointBodySchema = z
  .object({
    url: urlInput.optional().meta(url),
    description: plainText(200).nullable().optional().meta(description),
    types: typesInput.optional().meta(types),
    headers: headersInput
      .nullable()
      .optional()
      .meta({ ...headers, description: `Replaces all headers of your own. Null removes them.` }),
    maxPerSecond: maxPerSecondInput.nullable().optional().meta(maxPerSecond),
    enabled: z.boolean().optional().meta({
      description:
        "False: no new webhooks, and those that wait are given up when due. True also clears its failures.",
    }),
  })
  .meta({
    id: "ChangeWebhookEndpointBody",
    description:
      "A field that is absent or blank stays as it is. Null clears a field that may be empty: `description`, `headers` or `maxPerSecond`. It leaves the others as they are.",
  });
export type ChangeEndpointBody = z.infer<typeof changeEndpointBodySchema>;

export const webhookEndpointSchema = z
  .object({
    id: textField("Id of the endpoint.", ids.endpoint),
    default: flagField(
      "True for `defaultWebhookUrl` of the profile. It gets no event of a request or deposit that names its own URL.",
    ),
    url: z.string().meta(url),
    description: z.string().nullable().meta(description),
    types: z.array(z.string()).meta(types),
    enabled: flagField("False: it gets nothing new.", true),
    state: z.enum(["healthy", "failing", "disabled"]).meta({
      id: "WebhookEndpointState",
      description:
        "`healthy`: the last attempt was delivered, or there was none. `failing`: it failed; after 5 days of failures the endpoint is disabled. `disabled`: by you or by the service.",
    }),
    failingSince: nullableTimeField("First failed attempt since the last delivered one. Null if none."),
    disabledReason: z
      .enum(["failing", "gone"])
      .meta({
        id: "WebhookEndpointDisabledReason",
        description:
          "`failing`: no attempt was delivered for 5 days. `gone`: your server responded 410. Null if the service did not disable it.",
      })
      .nullable(),
    disabledAt: nullableTimeField("When the service disabled it. Null if it did not."),
    headerNames: z.array(z.string()).meta({
      description: "Names of your own headers. Their values are not shown.",
      examples: [["x-shop-token"]],
    }),
    maxPerSecond: z.int().nullable().meta(maxPerSecond),
    signed: flagField("True if its webhooks are signed.", true),
    secretRotationEndsAt: nullableTimeField(
      "Until then the previous secret signs too. Null without a rotation.",
    ),
    replayingFrom: nullableTimeField(
      "Events since then are being sent, as `replayFrom` asked. Null once all are on their way.",
    ),
    createdAt: timeField("When the endpoint was created."),
    updatedAt: timeField("When the endpoint was last changed."),
  })
  .meta({ id: "WebhookEndpoint", description: "An address of the account that gets events." });
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

const droppedHeadersField = z.array(z.string()).meta({
  description:
    "Names of your own headers that were removed, because the URL has another scheme, host or port. Send them again if the new receiver should have them.",
  examples: [["x-shop-token"]],
});
const changedEndpointSchema = webhookEndpointSchema
  .extend({ droppedHeaders: droppedHeadersField })
  .meta({ id: "ChangedWebhookEndpoint", description: "The endpoint after a change." });

const endpointSecret = shownOnceField(
  "The signing secret of the endpoint, shown only in this response. Store it.",
  "whsec_…",
);
const createdEndpointSchema = z
  .object({ endpoint: webhookEndpointSchema, secret: endpointSecret })
  .meta({ id: "CreatedWebhookEndpoint", description: "A new endpoint with its signing secret." });
const rotatedSecretSchema = z
  .object({
    secret: endpointSecret,
    rotationEndsAt: nullableTimeField(
      "Until then the replaced secret signs too. Null if there was none.",
      times.later,
    ),
  })
  .meta({ id: "WebhookEndpointSecret", description: "A new secret of an endpoint." });

const statisticsSchema = z
  .object({
    from: timeField(
      "Deliveries that were created since then are counted: 7 days, or less where there were more than 1,000.",
    ),
    deliveries: countField(
      `Deliveries of that time, the newest ${MOST_DELIVERIES_COUNTED.toLocaleString("en")} at most.`,
      120,
    ),
    attempts: countField("Calls to your server for them.", 131),
    delivered: countField("Calls that your server accepted with a status of 200 to 299.", 118),
    successRate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: "`delivered` divided by `attempts`. Null without attempts.", examples: [0.9] }),
    p95Ms: z
      .number()
      .min(0)
      .nullable()
      .meta({
        description: "95 of 100 calls took at most these milliseconds. Null without attempts.",
        examples: [182],
      }),
    lastFailure: z
      .object({
        deliveryId: textField("Id of the delivery that the call was for.", ids.delivery),
        at: timeField("When the call ended."),
        statusCode: z
          .int()
          .nullable()
          .meta({ description: "HTTP status of your server. Null without a response.", examples: [500] }),
        errorClass: nullableTextField("Why there was no response. Null if there was one.", null),
      })
      .meta({ id: "WebhookEndpointFailure", description: "A call that your server did not accept." })
      .nullable(),
  })
  .meta({ id: "WebhookEndpointStatistics", description: "How the last deliveries to an endpoint went." });
export type WebhookEndpointStatistics = z.infer<typeof statisticsSchema>;

export const testEndpointBodySchema = z
  .object({
    type: eventTypeSchema.default("webhook.test").meta({
      description: "Event type of the sample. The endpoint gets it even if its `types` exclude it.",
    }),
  })
  .meta({ id: "TestWebhookEndpointBody", description: "Which sample to send." });

export const recoverEndpointBodySchema = recoverBodySchema.omit({ host: true }).meta({
  id: "RecoverWebhookEndpointBody",
  description: "Which failed webhooks of the endpoint to send again.",
});

const oneEndpoint = { schema: envelopeOf(webhookEndpointSchema) };

const webhookSourcesSchema = z
  .object({
    addresses: z
      .array(textField("An address or a range of addresses.", "203.0.113.0/28"))
      .meta({ description: "Empty if the operator tells none: then do not filter by address." }),
  })
  .meta({ id: "WebhookSources", description: "Where webhooks come from." });

export const webhookEndpointRoutes = {
  getWebhookSources: {
    method: "get",
    path: "/api/webhook-sources",
    summary: "List the addresses that webhooks come from, for a firewall",
    access: "webhooks:read",
    responses: {
      200: {
        description: "All addresses of the operator's choice.",
        schema: envelopeOf(webhookSourcesSchema),
      },
    },
  },
  listWebhookEndpoints: {
    method: "get",
    path: "/api/webhook-endpoints",
    summary: "List the webhook endpoints of the account, the default one first",
    access: "webhooks:read",
    query: z.object(pageQuery),
    responses: { 200: { description: "One page of endpoints.", schema: listOf(webhookEndpointSchema) } },
  },
  createWebhookEndpoint: {
    method: "post",
    path: "/api/webhook-endpoints",
    summary: `Create a webhook endpoint; at most ${MAX_WEBHOOK_ENDPOINTS} an account`,
    access: "webhooks:write",
    needsFreshSignIn: true,
    body: createEndpointBodySchema,
    isRepeatable: true,
    responses: {
      201: {
        description: "The endpoint, and its secret this once.",
        schema: envelopeOf(createdEndpointSchema),
        headers: noStore,
      },
    },
    errors: ["unsafe_webhook_url", "invalid_state"],
  },
  getWebhookEndpoint: {
    method: "get",
    path: "/api/webhook-endpoints/{id}",
    summary: "Get a webhook endpoint and its state",
    access: "webhooks:read",
    responses: { 200: { description: "The endpoint with its state.", ...oneEndpoint } },
  },
  changeWebhookEndpoint: {
    method: "patch",
    path: "/api/webhook-endpoints/{id}",
    summary:
      "Change a webhook endpoint. Waiting webhooks follow a new URL; headers of your own stay with its origin",
    access: "webhooks:write",
    needsFreshSignIn: ["url", "types", "headers", "enabled"],
    body: changeEndpointBodySchema,
    responses: {
      200: { description: "The endpoint after the change.", schema: envelopeOf(changedEndpointSchema) },
    },
    errors: ["unsafe_webhook_url"],
  },
  deleteWebhookEndpoint: {
    method: "delete",
    path: "/api/webhook-endpoints/{id}",
    summary: "Delete a webhook endpoint. Its deliveries stay in the log",
    access: "webhooks:write",
    needsFreshSignIn: true,
    responses: { 204: { description: "The endpoint is deleted. Waiting webhooks are given up." } },
  },
  rotateWebhookEndpointSecret: {
    method: "post",
    path: "/api/webhook-endpoints/{id}/rotate-secret",
    summary: "Replace the signing secret of an endpoint. It is shown once",
    access: "webhooks:write",
    needsFreshSignIn: true,
    body: webhookSecretBodySchema,
    bodyIsOptional: true,
    isRepeatable: true,
    responses: {
      201: {
        description: "The new secret, shown only here. The default endpoint's is the account's.",
        schema: envelopeOf(rotatedSecretSchema),
        headers: noStore,
      },
    },
  },
  activateWebhookEndpointSecret: {
    method: "post",
    path: "/api/webhook-endpoints/{id}/activate-secret",
    summary: "End the rotation of an endpoint's secret now, so that only the new one signs",
    access: "webhooks:write",
    needsFreshSignIn: true,
    responses: { 204: { description: "Only the current secret signs." } },
  },
  getWebhookEndpointStatistics: {
    method: "get",
    path: "/api/webhook-endpoints/{id}/statistics",
    summary: "Get how the last deliveries to an endpoint went: success, time, last failure",
    access: "webhooks:read",
    responses: {
      200: { description: "The statistics of the latest deliveries.", schema: envelopeOf(statisticsSchema) },
    },
  },
  testWebhookEndpoint: {
    method: "post",
    path: "/api/webhook-endpoints/{id}/test",
    summary: "Send a sample of an event type to an endpoint, as a delivery in the log",
    access: "webhooks:write",
    body: testEndpointBodySchema,
    bodyIsOptional: true,
    isRepeatable: true,
    responses: { 202: { description: "The sample, due now.", schema: envelopeOf(loggedDeliverySchema) } },
    errors: ["invalid_state"],
  },
  recoverWebhookEndpoint: {
    method: "post",
    path: "/api/webhook-endpoints/{id}/recover",
    summary: "Resend all failed webhooks of an endpoint since a time, each under its own delivery id",
    access: "webhooks:write",
    body: recoverEndpointBodySchema,
    isRepeatable: true,
    responses: { 202: { description: "The job that resends them.", schema: envelopeOf(recoverySchema) } },
    errors: ["invalid_state"],
  },
  getWebhookEndpointRecovery: {
    method: "get",
    path: "/api/webhook-endpoints/{id}/recover/{recoveryId}",
    summary: "Get the progress of a recovery of an endpoint",
    access: "webhooks:read",
    responses: { 200: { description: "The recovery with its counts.", schema: envelopeOf(recoverySchema) } },
  },
} as const satisfies Record<string, RouteContract>;
