import { ids, times, webhookUrl } from "./example-values.ts";
import { type OperationExamples, only, page, response } from "./operation-examples.ts";
import { recoveryExample } from "./verification-examples.ts";
import { webhookExamples } from "./webhook-examples.ts";

const endpointRecovery = { ...recoveryExample, host: null, endpointId: ids.endpoint };
const endpoint = {
  id: ids.endpoint,
  default: false,
  url: webhookUrl,
  description: "Bookkeeping",
  types: ["verification.completed", "deposit.*"],
  enabled: true,
  state: "healthy",
  failingSince: null,
  disabledReason: null,
  disabledAt: null,
  headerNames: ["x-shop-token"],
  maxPerSecond: 10,
  signed: true,
  secretRotationEndsAt: null,
  createdAt: times.asked,
  updatedAt: times.asked,
};

const delivery = {
  id: ids.delivery,
  type: "verification.completed",
  eventId: ids.event,
  subject: ids.request,
  endpointId: ids.endpoint,
  url: webhookUrl,
  test: false,
  state: "exhausted",
  nextAttemptAt: null,
  createdAt: times.ended,
  finishedAt: times.later,
  attemptCount: 5,
  lastStatusCode: 500,
  lastErrorClass: null,
};

const dueNow = { ...delivery, state: "pending", nextAttemptAt: times.later, finishedAt: null };

const attempt = {
  attempt: 1,
  trigger: "schedule",
  statusCode: 500,
  errorClass: null,
  durations: { dnsMs: 3.1, connectMs: 41.5, firstByteMs: 62, totalMs: 107.2 },
  finishedAt: times.ended,
  explanation: "Your server responded 500. Only a 2xx status counts as received.",
  responseExcerpt: "Signature does not match",
};

const sample = {
  ...dueNow,
  type: "webhook.test",
  subject: null,
  test: true,
  attemptCount: 0,
  lastStatusCode: null,
};

/** Endpoints, the log of deliveries, and listeners. */
export const webhookRouteExamples = {
  listWebhookEndpoints: { responses: { 200: page(endpoint, "Webhook endpoints") } },
  createWebhookEndpoint: {
    body: only({
      url: webhookUrl,
      description: "Bookkeeping",
      types: ["verification.completed", "deposit.*"],
      headers: { "x-shop-token": "s3cret" },
      maxPerSecond: 10,
    }),
    responses: { 201: response({ endpoint, secret: "whsec_…" }, "The signing secret is shown this once") },
  },
  getWebhookEndpoint: { responses: { 200: response(endpoint, "Webhook endpoint") } },
  changeWebhookEndpoint: {
    body: only({ types: ["deposit.*"], enabled: true }),
    responses: {
      200: response({ ...endpoint, types: ["deposit.*"], droppedHeaders: [] }, "Webhook endpoint"),
    },
  },
  rotateWebhookEndpointSecret: {
    body: only({ gracePeriodSeconds: 86_400 }),
    responses: {
      201: response(
        { secret: "whsec_…", rotationEndsAt: times.later },
        "The signing secret is shown this once",
      ),
    },
  },
  testWebhookEndpoint: {
    body: only({ type: "webhook.test" }),
    responses: { 202: response(sample, "The sample is due now") },
  },
  recoverWebhookEndpoint: {
    body: only({ since: "2026-03-02", until: "2026-03-02T09:00:00Z" }),
    responses: { 202: response(endpointRecovery, "The recovery has started") },
  },
  getWebhookEndpointRecovery: { responses: { 200: response(endpointRecovery, "Recovery") } },
  listWebhookDeliveries: {
    responses: {
      200: only({
        success: true,
        message: "Webhook deliveries",
        data: [delivery],
        meta: { limit: 20, nextCursor: null },
      }),
    },
  },
  getWebhookDelivery: {
    responses: {
      200: response(
        {
          ...delivery,
          payload: JSON.stringify(webhookExamples["verification.completed"]),
          attempts: [attempt],
        },
        "Webhook delivery",
      ),
    },
  },
  redeliverWebhook: { responses: { 202: response(dueNow, "The webhook is due now") } },
  redeliverSubject: {
    body: only({ subject: ids.deposit }),
    responses: { 202: response({ redelivered: 4 }, "The webhooks are due now") },
  },
  createWebhookListener: {
    body: only({ types: ["deposit.*"], forwardTo: "http://localhost:3000/hook" }),
    responses: {
      201: response({ id: ids.endpoint, secret: "whsec_…", expiresAt: times.later }, "The listener is ready"),
    },
  },
  streamWebhookListener: {
    responses: {
      200: only(
        `event: webhook\ndata: {"id":"${ids.delivery}","type":"deposit.created","attempt":1,"headers":{"content-type":"application/json"},"body":"{}"}\n\n`,
      ),
    },
  },
  acknowledgeWebhook: { body: only({ attempt: 1, statusCode: 200, durationMs: 12 }) },
} satisfies Record<string, OperationExamples>;
