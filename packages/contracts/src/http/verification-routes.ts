import { z } from "zod";
import { envelopeOf, listOf } from "./envelope.ts";
import type { RouteContract } from "./route-contract.ts";
import {
  bankAttemptsSchema,
  historyItemSchema,
  historyQuerySchema,
  statusQuerySchema,
  statusRecordSchema,
  submitCompletedSchema,
  submitQueuedSchema,
  testWebhookBodySchema,
  testWebhookResultSchema,
  verifyBodySchema,
  verifyQuerySchema,
} from "./verification-schemas.ts";

const submitHeaders = {
  "X-Svc-Cache": "HIT, MISS or BYPASS",
  "Idempotent-Replayed": "true when the answer is about an earlier request with the same idempotency key",
};

export const verificationRoutes = {
  submitVerification: {
    method: "post",
    path: "/api/verify",
    summary: "Verify a receipt",
    access: "verification:write",
    query: verifyQuerySchema,
    headers: {
      "idempotency-key": {
        description: "1 to 255 visible ASCII characters; makes a retry safe for 24 hours",
        example: "order-1042",
      },
      "x-webhook-url": {
        description: "Same meaning as webhookUrl in the body",
        example: "https://shop.example.et/webhooks/receipts",
      },
      "cache-control": {
        description: "no-cache asks the bank again although a verdict is cached",
        example: "no-cache",
      },
    },
    body: verifyBodySchema,
    responses: {
      200: { description: "Finished in time", schema: submitCompletedSchema, headers: submitHeaders },
      202: {
        description: "Accepted and not finished yet",
        schema: submitQueuedSchema,
        headers: submitHeaders,
      },
    },
    errors: [
      "credits_exhausted",
      "idempotency_conflict",
      "unsupported_bank",
      "bank_not_detected",
      "unsafe_webhook_url",
      "queue_saturated",
      "queue_unavailable",
    ],
  },
  getVerification: {
    method: "get",
    path: "/api/verify/{requestId}",
    summary: "The latest status of a request",
    access: "verification:read",
    query: statusQuerySchema,
    responses: { 200: { description: "The status record", schema: envelopeOf(statusRecordSchema) } },
  },
  listBankAttempts: {
    method: "get",
    path: "/api/verify/{requestId}/attempts",
    summary: "How the bank was asked for a request, and what came of each attempt",
    access: "verification:read",
    responses: { 200: { description: "The attempts", schema: envelopeOf(bankAttemptsSchema) } },
  },
  streamVerification: {
    method: "get",
    path: "/api/verify/{requestId}/events",
    summary: "Status changes as server-sent events: `status` for each change, then `done`",
    access: "verification:read",
    headers: { "last-event-id": { description: "Events up to this one are not sent again", example: "2" } },
    responses: {
      200: {
        description: "Event stream",
        contentType: "text/event-stream",
        schema: z.string(),
        headers: { "Cache-Control": "no-store" },
      },
    },
  },
  listVerifications: {
    method: "get",
    path: "/api/verify/history",
    summary: "Requests of the account, newest first",
    access: "verification:read",
    query: historyQuerySchema,
    responses: { 200: { description: "A page of requests", schema: listOf(historyItemSchema) } },
  },
  testWebhook: {
    method: "post",
    path: "/api/verify/test-webhook",
    summary: "Send a sample webhook: one attempt, no retry, no credit",
    tag: "Webhooks",
    access: "verification:read",
    body: testWebhookBodySchema,
    responses: {
      200: {
        description: "What came of the attempt: at once where the URL answers, else after 10 s (`no_answer`)",
        schema: envelopeOf(testWebhookResultSchema),
      },
    },
    errors: ["unsafe_webhook_url"],
  },
} as const satisfies Record<string, RouteContract>;
