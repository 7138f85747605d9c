import { batchRoutes as contracts } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import { actorOf } from "../audit/audit-log.ts";
import type { SendTable } from "../downloads/send-table.ts";
import { ApiProblem } from "../http/api-problem.ts";
import { asCaller } from "../http/as-caller.ts";
import { parsePage, parseWalk, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf, contextOf, outsideTurn } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { idempotencyKeyOf, parseQuery } from "../http/validation.ts";
import type { VerifyRules } from "../verification/verify-command.ts";
import { createBatchBody } from "./batch-body.ts";
import {
  batchView,
  countBatchItems,
  exportBatchItems,
  listBatches,
  listBatchItems,
  readBatches,
  requireBatch,
} from "./batch-repository.ts";
import { batchTable } from "./batch-table.ts";
import { cancelBatch } from "./cancel-batch.ts";
import { createBatch } from "./create-batch.ts";
import { createReadBatch } from "./read-batch.ts";

export interface BatchRouteDeps {
  readonly pool: Pool;
  readonly rules: VerifyRules;
  readonly publicBaseUrl: string;
  readonly sendTable: SendTable;
  /** Starts, or ends, what can start or end now. */
  readonly onChanged: () => void;
}

export function batchRoutesOf({
  pool,
  rules,
  publicBaseUrl,
  sendTable,
  onChanged,
}: BatchRouteDeps): MountedRoute[] {
  const viewOf = async (id: string) => {
    const row = (await readBatches(pool, [id])).get(id);
    if (row === undefined) throw new ApiProblem("not_found", { message: "You have no such batch" });
    return batchView(row, publicBaseUrl);
  };
  const readBatch = createReadBatch(rules);
  return [
    {
      contract: contracts.createBatch,
      readBody: createBatchBody(),
      handler: async (request, response) => {
        const { requestId, traceparent, logFields } = contextOf(request);
        const idempotencyKey = idempotencyKeyOf(request);
        const list = await outsideTurn(request, () => readBatch(request));
        const draft = {
          ...list,
          caller: callerOf(request),
          actor: actorOf(request),
          idempotencyKey,
          httpRequestId: requestId,
          traceparent,
        };
        const { id, replayed } = await asCaller(pool, request, (client) => createBatch(client, draft));
        Object.assign(logFields, { batchId: id, replayed });
        onChanged();
        if (replayed) response.set("Idempotent-Replayed", "true");
        sendResult(response, "Batch accepted", await viewOf(id), 202);
      },
    },
    {
      contract: contracts.listBatches,
      handler: async (request, response) => {
        const page = parseWalk(contracts.listBatches.query, request);
        const found = await listBatches(pool, callerOf(request).userId, page);
        const batches = found.rows.map((row) => batchView(row, publicBaseUrl));
        sendPage(response, "Batches", batches, { ...page, ...found });
      },
    },
    {
      contract: contracts.getBatch,
      handler: async (request, response) =>
        sendResult(response, "Batch", batchView(await requireBatch(pool, request), publicBaseUrl)),
    },
    {
      contract: contracts.listBatchItems,
      handler: async (request, response) => {
        const { state, ...page } = parsePage(contracts.listBatchItems.query, request);
        const { id } = await requireBatch(pool, request);
        const total = await countBatchItems(pool, id, { state });
        sendPage(response, "Items", await listBatchItems(pool, id, { ...page, state }), { ...page, total });
      },
    },
    {
      contract: contracts.exportBatch,
      handler: async (request, response) => {
        const query = parseQuery(contracts.exportBatch.query, request);
        await sendTable(request, response, query, async () => {
          const { id } = await requireBatch(pool, request);
          return { name: id, columns: batchTable, batches: exportBatchItems(pool, id) };
        });
      },
    },
    {
      contract: contracts.cancelBatch,
      handler: async (request, response) => {
        const { id, canceledAt, completedAt } = await requireBatch(pool, request);
        if (completedAt !== null && canceledAt === null)
          throw new ApiProblem("invalid_state", { message: "Every item of the batch has ended" });
        const batch = { id, userId: callerOf(request).userId };
        await asCaller(pool, request, (client) => cancelBatch(client, batch, actorOf(request)));
        onChanged();
        sendResult(response, "Batch canceled", await viewOf(id));
      },
    },
  ];
}
