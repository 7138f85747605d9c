import { rolesFor } from "../roles.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { noStore, textField } from "./response-fields.ts";
import { idempotencyKeyHeader, type RouteContract } from "./route-contract.ts";
import { testWebhookBodySchema, testWebhookResultSchema } from "./test-webhook-schemas.ts";
import {
  historyQuerySchema,
  resolveVerificationBodySchema,
  statusQuerySchema,
  verifyBodySchema,
  verifyQuerySchema,
} from "./verification-request-schemas.ts";
import {
  bankAttemptsSchema,
  historyItemSchema,
  statusRecordSchema,
  submitCompletedSchema,
  submitQueuedSchema,
} from "./verification-schemas.ts";

const submitHeaders = {
  "X-Svc-Cache":
    "Whether the verdict came from the cache: `HIT`, `MISS`, or `BYPASS` after `cache-control: no-cache`.",
  "Idempotent-Replayed": "`true` if the response is about an earlier request with the same idempotency key.",
};

export const verificationRoutes = {
  submitVerification: {
    method: "post",
    path: "/api/verify",
    summary: "Verify a receipt with its bank",
    access: "verification:write",
    needsFreshSignIn: ["webhookUrl"],
    query: verifyQuerySchema,
    headers: {
      "idempotency-key": idempotencyKeyHeader,
      "x-webhook-url": {
        description: "The same as `webhookUrl` in the body. If both are sent, they must agree.",
        example: "https://shop.example.et/webhooks/receipts",
      },
      "cache-control": {
        description: "`no-cache` queries the bank again, even if a verdict is cached.",
        example: "no-cache",
      },
    },
    body: verifyBodySchema,
    responses: {
      200: {
        description: "Finished in time, with the result.",
        schema: submitCompletedSchema,
        headers: submitHeaders,
      },
      202: {
        description: "Accepted and not finished: poll, stream or wait for the webhook.",
        schema: submitQueuedSchema,
        headers: submitHeaders,
      },
    },
    errors: [
      "credits_exhausted",
      "idempotency_conflict",
      "unsupported_bank",
      "bank_not_detected",
      "no_receipt_in_message",
      "unsafe_webhook_url",
      "queue_saturated",
      "queue_unavailable",
    ],
  },
  getVerification: {
    method: "get",
    path: "/api/verify/{requestId}",
    summary: "Get the current status of a request",
    access: "verification:read",
    query: statusQuerySchema,
    responses: {
      200: {
        description: "The request with its progress and result.",
        schema: envelopeOf(statusRecordSchema),
      },
    },
  },
  listBankAttempts: {
    method: "get",
    path: "/api/verify/{requestId}/attempts",
    summary: "List the attempts at the bank for a request, with their outcomes",
    access: "verification:read",
    responses: {
      200: { description: "The attempts at the bank, oldest first.", schema: envelopeOf(bankAttemptsSchema) },
    },
  },
  resolveVerification: {
    method: "post",
    path: "/api/verify/{requestId}/resolve",
    summary: "Decide about a request in review",
    access: "verification:resolve",
    roles: rolesFor.management,
    needsFreshSignIn: true,
    body: resolveVerificationBodySchema,
    responses: {
      200: { description: "The request with the decision.", schema: envelopeOf(statusRecordSchema) },
    },
    errors: ["invalid_state"],
  },
  streamVerification: {
    method: "get",
    path: "/api/verify/{requestId}/events",
    summary: "Stream status changes as server-sent events: `status` for each change, then `done`",
    access: "verification:read",
    headers: {
      "last-event-id": {
        description: "Id of the last event that you received. Events up to it are not sent again.",
        example: "2",
      },
    },
    responses: {
      200: {
        description: "A stream of `status` events that ends with `done`, after 5 minutes at the latest.",
        contentType: "text/event-stream",
        schema: textField("Server-sent events, as in the example."),
        headers: noStore,
      },
    },
  },
  listVerifications: {
    method: "get",
    path: "/api/verify/history",
    summary: "List the requests of the account, newest first",
    access: "verification:read",
    query: historyQuerySchema,
    responses: { 200: { description: "One page of the history.", schema: listOf(historyItemSchema) } },
  },
  testWebhook: {
    method: "post",
    path: "/api/verify/test-webhook",
    summary: "Send a sample webhook: one attempt, without retry or credit",
    tag: "Webhooks",
    access: "verification:read",
    body: testWebhookBodySchema,
    responses: {
      200: {
        description: "The outcome of the attempt. Without a response it comes after 10 s, as `no_answer`.",
        schema: envelopeOf(testWebhookResultSchema),
      },
    },
    errors: ["unsafe_webhook_url"],
  },
} as const satisfies Record<string, RouteContract>;
