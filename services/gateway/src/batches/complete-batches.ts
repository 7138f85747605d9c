import type { PoolClient } from "@receipts/database";
import { queueAccountWebhook } from "../account-webhooks/queue-account-webhook.ts";
import { type BatchRow, batchFactsOf } from "./batch-repository.ts";

type CompletedRow = BatchRow & {
  readonly completedAt: Date;
  readonly userId: string;
  readonly httpRequestId: string;
  readonly traceparent: string;
  readonly livemode: boolean;
};

/** Ends the batches without an unfinished item, each with its one `batch.completed`. Returns them. */
export async function completeBatches(client: PoolClient): Promise<readonly CompletedRow[]> {
  const { rows } = await client.query<CompletedRow>({
    name: "complete_batches",
    text: `update verification_batches b
              set completed_at = now_ms(), summary = batch_counts(b.id)
            where b.completed_at is null
              and not exists (select from verification_batch_items i
                               where i.batch_id = b.id and i.state in ('waiting', 'running'))
        returning b.id, b.label, b.total, b.summary as counts, b.created_at as "createdAt", b.canceled_at as "canceledAt",
                  b.completed_at as "completedAt", b.user_id as "userId", b.http_request_id as "httpRequestId", b.traceparent,
                  not exists (select from verification_batch_items i join verification_requests v on v.id = i.verification_id
                               where i.batch_id = b.id and v.result ->> 'livemode' = 'false') as livemode`,
  });
  for (const row of rows) {
    const { httpRequestId: requestId, traceparent } = row;
    const data = { ...batchFactsOf(row), completedAt: row.completedAt.toISOString() };
    const cause = { requestId, traceparent };
    const { livemode } = row;
    await queueAccountWebhook(client, cause, row.userId, { event: "batch.completed", data }, { livemode });
  }
  return rows;
}
