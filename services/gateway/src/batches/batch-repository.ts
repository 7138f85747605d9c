import {
  apiErrors,
  type Batch,
  type BatchCounts,
  type BatchItem,
  type BatchItemError,
  type BatchItemState,
  type BatchStatus,
  batchCountsSchema,
  batchItemErrorSchema,
  type VerificationResult,
} from "@receipts/contracts";
import {
  type AskedPage,
  type AskedWalk,
  type ListPage,
  type Queryable,
  readNewestFirst,
} from "@receipts/database";
import { ownedRow } from "../http/owned-row.ts";
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

export const requireBatch = ownedRow("batch", "You have no such batch", findBatch);

export async function listBatches(
  database: Queryable,
  userId: string,
  page: AskedWalk,
): Promise<ListPage<BatchRow> & { readonly total: number }> {
  const from = "verification_batches b";
  return await readNewestFirst<BatchRow>(
    database,
    { columns, from, where: "b.user_id = $1", values: [userId], time: "b.created_at", id: "b.id" },
    page,
  );
}

interface ItemRow extends Omit<BatchItem, "sameAs" | "error" | "result"> {
  readonly samePosition: number | null;
  readonly sameLine: number | null;
  /** Without its other fields once it is erased. */
  readonly error: Partial<BatchItemError> | null;
  readonly result: VerificationResult | null;
}

export interface ItemFilter {
  readonly state?: BatchItemState | undefined;
}

/** Every line of batch $1 in state $2, or in any; `v` is the request of the line or of the one that it repeats. */
const linesOfBatch = `
  from (select position, line, label, state, bank, reference, verification_id, null::smallint as same_position,
               null::integer as same_line, null::jsonb as error
          from verification_batch_items where batch_id = $1
        union all
        select s.position, s.line, s.label, case when s.error is null then 'repeated' else 'invalid' end, s.bank,
               coalesce(s.reference, case when s.error is null then i.reference end), i.verification_id, i.position, i.line, s.error
          from verification_batch_skipped_lines s
          left join verification_batch_items i on i.batch_id = s.batch_id and i.position = s.same_as
         where s.batch_id = $1) own
  left join verification_requests v on v.id = own.verification_id
  cross join lateral (
       select case when own.state in ('invalid', 'repeated') then own.state when v.completed_at is not null then 'ended'
                   when v.id is not null then 'running' else own.state end as state) present
 where $2::text is null or present.state = $2`;

export async function listBatchItems(
  database: Queryable,
  batchId: string,
  { state, limit, offset }: ItemFilter & AskedPage,
): Promise<readonly BatchItem[]> {
  const { rows } = await database.query<ItemRow>({
    name: "list_batch_items",
    text: `select own.position, own.line, own.label, present.state, v.id as "requestId", own.bank,
                  case when present.state = 'invalid' then own.reference else coalesce(v.reference, own.reference) end as reference,
                  v.processing_status as "processingStatus", v.status, v.failure_reason as "failureReason",
                  ${decisionColumns}, own.same_position as "samePosition", own.same_line as "sameLine", own.error, v.result
           ${linesOfBatch}
            order by own.position limit $3 offset $4`,
    values: [batchId, state ?? null, limit, offset],
  });
  return rows.map(itemOf);
}

/** A slow reader holds one in memory. */
const EXPORT_ITEMS = 100;

/** All items in their order, some at a time. */
export async function* exportBatchItems(
  database: Queryable,
  batchId: string,
): AsyncGenerator<readonly BatchItem[]> {
  for (let offset = 0; ; offset += EXPORT_ITEMS) {
    const items = await listBatchItems(database, batchId, { limit: EXPORT_ITEMS, offset });
    yield items;
    if (items.length < EXPORT_ITEMS) return;
  }
}

export async function countBatchItems(
  database: Queryable,
  batchId: string,
  { state }: ItemFilter,
): Promise<number> {
  const { rows } = await database.query<{ total: number }>({
    name: "count_batch_items",
    text: `select count(*) as total ${linesOfBatch}`,
    values: [batchId, state ?? null],
  });
  return rows[0]?.total ?? 0;
}

/** The decision and the result are the first line's alone, so that a sum over the items counts one payment once. */
function itemOf({ samePosition, sameLine, error, result, ...row }: ItemRow): BatchItem {
  const sameAs =
    samePosition === null ? null : { position: samePosition, line: sameLine, decision: row.decision };
  if (row.state !== "invalid" && row.state !== "repeated")
    return { ...row, sameAs, error: null, result: result && resultItem(result, { debug: false }) };
  return {
    ...row,
    decision: null,
    decisionReasons: [],
    ...(row.state === "invalid" && noRequest),
    sameAs,
    error: error && errorOf(error),
    result: null,
  };
}

/** An invalid line may name the receipt of another, whose request is not its own. */
const noRequest = { requestId: null, processingStatus: null, status: null, failureReason: null };

function errorOf({ code = "invalid_payload", ...error }: Partial<BatchItemError>): BatchItemError {
  return inOrderOf(batchItemErrorSchema, { code, message: apiErrors[code].title, ...error });
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
