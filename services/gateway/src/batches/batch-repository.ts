import {
  type BankCode,
  type Batch,
  type BatchCounts,
  type BatchItem,
  type BatchStatus,
  batchCountsSchema,
  isId,
  type VerificationResult,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Request } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { callerOf } from "../http/request-context.ts";
import { decisionColumns } from "../verification/history-query.ts";
import { inOrderOf, resultItem } from "../verification/status-record.ts";

export interface BatchRow {
  readonly id: string;
  readonly label: string | null;
  readonly total: number;
  readonly counts: BatchCounts;
  readonly createdAt: Date;
  readonly canceledAt: Date | null;
  readonly completedAt: Date | null;
}

const columns = `b.id, b.label, b.total, coalesce(b.summary, batch_counts(b.id)) as counts,
  b.created_at as "createdAt", b.canceled_at as "canceledAt", b.completed_at as "completedAt"`;

/** Reads batches by their ids, of any account. */
export async function readBatches(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BatchRow>> {
  const { rows } = await database.query<BatchRow>({
    name: "read_batches",
    text: `select ${columns} from verification_batches b where b.id = any($1)`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Another account's batch is as unknown as one that does not exist. */
export async function findBatch(
  database: Queryable,
  userId: string,
  id: string,
): Promise<BatchRow | undefined> {
  const { rows } = await database.query<BatchRow>({
    name: "find_batch",
    text: `select ${columns} from verification_batches b where b.id = $1 and b.user_id = $2`,
    values: [id, userId],
  });
  return rows[0];
}

export async function requireBatch(database: Queryable, request: Request): Promise<BatchRow> {
  const id = String(request.params["id"]);
  const row = isId("batch", id) ? await findBatch(database, callerOf(request).userId, id) : undefined;
  if (row === undefined) throw new ApiProblem("not_found", { message: "You have no such batch" });
  return row;
}

export async function listBatches(
  database: Queryable,
  userId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly BatchRow[]; readonly total: number }> {
  const [found, counted] = await Promise.all([
    database.query<BatchRow>({
      name: "list_batches",
      text: `select ${columns} from verification_batches b where b.user_id = $1
              order by b.created_at desc, b.id desc limit $2 offset $3`,
      values: [userId, page.limit, page.offset],
    }),
    database.query<{ total: number }>({
      name: "count_batches",
      text: "select count(*) as total from verification_batches where user_id = $1",
      values: [userId],
    }),
  ]);
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

type ItemRow = Omit<BatchItem, "bank" | "result"> & {
  readonly bank: BankCode;
  readonly result: VerificationResult | null;
};

export async function listBatchItems(
  database: Queryable,
  batchId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly BatchItem[]> {
  const { rows } = await database.query<ItemRow>({
    name: "list_batch_items",
    text: `select i.position, i.label,
                  case when v.completed_at is not null then 'ended' when v.id is not null then 'running' else i.state end as state,
                  v.id as "requestId", i.bank, coalesce(v.reference, i.reference) as reference,
                  v.processing_status as "processingStatus", v.status, v.failure_reason as "failureReason",
                  ${decisionColumns}, v.result
             from verification_batch_items i left join verification_requests v on v.id = i.verification_id
            where i.batch_id = $1
            order by i.position limit $2 offset $3`,
    values: [batchId, page.limit, page.offset],
  });
  return rows.map((row) => ({ ...row, result: row.result && resultItem(row.result, { debug: false }) }));
}

function statusOf({ canceledAt, completedAt }: BatchRow): BatchStatus {
  if (canceledAt !== null) return completedAt === null ? "canceling" : "canceled";
  return completedAt === null ? "running" : "completed";
}

export function batchFactsOf(row: BatchRow) {
  return {
    id: row.id,
    label: row.label,
    status: statusOf(row),
    total: row.total,
    counts: inOrderOf(batchCountsSchema, row.counts),
    createdAt: row.createdAt.toISOString(),
    canceledAt: row.canceledAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

export function batchView(row: BatchRow, publicBaseUrl: string): Batch {
  const statusUrl = `${publicBaseUrl}/api/batches/${row.id}`;
  return {
    ...batchFactsOf(row),
    links: {
      statusUrl,
      eventsUrl: `${statusUrl}/events`,
      itemsUrl: `${statusUrl}/items`,
      exportUrl: `${statusUrl}/export`,
    },
  };
}
