import { ids, publicBase, times } from "./example-values.ts";
import { type OperationExamples, only, page, response } from "./operation-examples.ts";
import { exampleResult } from "./verification-examples.ts";

const noItems = {
  ...{ waiting: 0, running: 0, success: 0, notFound: 0, failed: 0, canceled: 0 },
  ...{ accept: 0, wait: 0, review: 0, reject: 0, invalid: 0, repeated: 0 },
};

/** A batch that has ended. */
export const batchFacts = {
  id: ids.batch,
  label: "Monday evening",
  status: "completed",
  total: 50,
  counts: { ...noItems, success: 48, notFound: 2, accept: 47, reject: 3 },
  createdAt: times.asked,
  canceledAt: null,
  completedAt: times.later,
};

const batchUrl = `${publicBase}/api/batches/${ids.batch}`;
const batch = {
  ...batchFacts,
  links: {
    statusUrl: batchUrl,
    eventsUrl: `${batchUrl}/events`,
    itemsUrl: `${batchUrl}/items`,
    exportUrl: `${batchUrl}/export`,
  },
};
const accepted = { ...batch, status: "running", counts: { ...noItems, waiting: 50 }, completedAt: null };
const canceled = {
  ...batch,
  status: "canceled",
  counts: { ...noItems, success: 12, accept: 12, canceled: 38 },
  canceledAt: times.ended,
};

export const batchExamples = {
  createBatch: {
    body: only({
      label: "Monday evening",
      items: [
        { reference: "DC21QK2M41", expect: { amount: "1250.00" }, label: "order-1042" },
        { bank: "cbe", reference: "FT26061AB12C", suffix: "12345678" },
      ],
    }),
    responses: { 202: response(accepted, "Batch accepted") },
  },
  listBatches: { responses: { 200: page(batch, "Batches") } },
  getBatch: { responses: { 200: response(batch, "Batch") } },
  listBatchItems: {
    responses: {
      200: page(
        {
          position: 1,
          line: null,
          label: "order-1042",
          state: "ended",
          requestId: ids.request,
          bank: "telebirr",
          reference: "DC21QK2M41",
          ...{ processingStatus: "completed", status: "success", failureReason: null },
          ...{ decision: "accept", decisionReasons: [], sameAs: null, error: null, result: exampleResult },
        },
        "Items",
      ),
    },
  },
  exportBatch: {
    responses: {
      200: only(
        `position,label,state,requestId,bank,reference,status,decision\r\n1,order-1042,ended,${ids.request},telebirr,DC21QK2M41,success,accept\r\n`,
      ),
    },
  },
  streamBatch: {
    responses: {
      200: only(
        `event: progress\ndata: ${JSON.stringify(accepted)}\n\nevent: progress\ndata: ${JSON.stringify(batch)}\n\nevent: done\ndata: {"id":"${ids.batch}"}\n\n`,
      ),
    },
  },
  cancelBatch: { responses: { 200: response(canceled, "Batch canceled") } },
} satisfies Record<string, OperationExamples>;
