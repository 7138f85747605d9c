import { z } from "zod";
import {
  batchItemSchema,
  batchItemStateSchema,
  batchSchema,
  createBatchBodySchema,
  createBatchQuerySchema,
  MAX_BATCH_ITEMS,
} from "./batch-schemas.ts";
import { downloadQuery, downloadResponse } from "./download.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { pageQuery } from "./page-query.ts";
import { noStore, textField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

export const batchRoutes = {
  createBatch: {
    method: "post",
    path: "/api/verify/batch",
    summary: `Verify a list of up to ${MAX_BATCH_ITEMS} receipts as one job. It costs a credit for each at once`,
    access: "verification:write",
    query: createBatchQuerySchema,
    headers: {
      "idempotency-key": {
        description:
          "Makes a retry safe for 24 hours. 1 to 255 visible ASCII characters. Reuse it only to retry the same list.",
        example: "monday-evening",
      },
    },
    body: createBatchBodySchema,
    alsoBody: {
      contentType: "text/csv",
      schema: textField(
        "CSV with a header. Columns are named as the fields of an item; `amount` is `expect.amount`. Commas, semicolons or tabs separate them.",
      ),
      example: "referenceNumber,accountSuffix,amount,label\r\nDC21QK2M41,,1250.00,order-1042\r\n",
    },
    responses: {
      202: {
        description: "Accepted: follow the batch at its links, or wait for `batch.completed`.",
        schema: envelopeOf(batchSchema),
        headers: {
          "Idempotent-Replayed":
            "`true` if the response is about an earlier list with the same idempotency key.",
        },
      },
    },
    errors: ["credits_exhausted", "idempotency_conflict", "invalid_state"],
  },
  listBatches: {
    method: "get",
    path: "/api/batches",
    summary: "List the batches of the account, newest first",
    access: "verification:read",
    query: z.object(pageQuery),
    responses: { 200: { description: "One page of batches.", schema: listOf(batchSchema) } },
  },
  getBatch: {
    method: "get",
    path: "/api/batches/{id}",
    summary: "Get a batch with its progress",
    access: "verification:read",
    responses: {
      200: { description: "The batch with the counts of its items.", schema: envelopeOf(batchSchema) },
    },
  },
  listBatchItems: {
    method: "get",
    path: "/api/batches/{id}/items",
    summary: "List the items of a batch with their results, in the order of the list",
    access: "verification:read",
    query: z.object({
      ...pageQuery,
      state: batchItemStateSchema.optional().meta({ description: "Only items in this state." }),
    }),
    responses: { 200: { description: "One page of items.", schema: listOf(batchItemSchema) } },
  },
  exportBatch: {
    method: "get",
    path: "/api/batches/{id}/export",
    summary: "Get all items of a batch as CSV, in the order of the list",
    access: "verification:read",
    query: z.object(downloadQuery),
    responses: {
      200: downloadResponse("A header row, then one row for each item, also for those that have not ended."),
    },
  },
  streamBatch: {
    method: "get",
    path: "/api/batches/{id}/events",
    summary: "Stream the progress of a batch as server-sent events: `progress` for each change, then `done`",
    access: "verification:read",
    responses: {
      200: {
        description:
          "A stream of `progress` events with the batch, at most one a second. It ends with `done`, or after 5 minutes without it.",
        contentType: "text/event-stream",
        schema: textField("Server-sent events, as in the example."),
        headers: noStore,
      },
    },
  },
  cancelBatch: {
    method: "post",
    path: "/api/batches/{id}/cancel",
    summary: "Cancel a batch: items that have not started are given back. Repeating it changes nothing",
    access: "verification:write",
    responses: { 200: { description: "The batch after it.", schema: envelopeOf(batchSchema) } },
    errors: ["invalid_state"],
  },
} as const satisfies Record<string, RouteContract>;
