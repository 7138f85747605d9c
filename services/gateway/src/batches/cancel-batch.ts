import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { refundItems } from "../credits/write-ledger.ts";

/** Cancels an unfinished batch. The items that have not started get their credits back; the others go on to their verdicts. */
export async function cancelBatch(
  client: PoolClient,
  batch: { readonly id: string; readonly userId: string },
  actor: AuditActor,
): Promise<void> {
  await lockBalance(client, batch.userId);
  const { rowCount } = await client.query({
    name: "cancel_batch",
    text: `update verification_batches set canceled_at = now_ms()
            where id = $1 and user_id = $2 and completed_at is null and canceled_at is null`,
    values: [batch.id, batch.userId],
  });
  if (rowCount !== 1) return;
  const refunded = await refundWaiting(client, batch);
  await recordAudit(client, {
    userId: batch.userId,
    actor,
    action: "batch.canceled",
    subject: batch.id,
    after: { refunded },
  });
}

/** Items that waited again after their batch was canceled: the process that had taken them died. */
export async function refundCanceled(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; userId: string }>({
    name: "find_canceled_batches",
    text: `select id, user_id as "userId" from verification_batches b
            where completed_at is null and canceled_at is not null
              and exists (select from verification_batch_items i where i.batch_id = b.id and i.state = 'waiting'
                             and (i.taken_at is null or i.taken_at < now() - interval '2 minutes'))`,
  });
  for (const batch of rows) {
    await inTransaction(pool, async (client) => {
      await lockBalance(client, batch.userId);
      await refundWaiting(client, batch);
    });
  }
}

/**
 * Returns the credits of the items that have not started. The caller has locked the balance, so that admissions have
 * ended or are to come. One may come late from a process that lost its lease: such items wait for two minutes first.
 */
async function refundWaiting(
  client: PoolClient,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<number> {
  const { rows } = await client.query<{ verificationId: string; isStarted: boolean }>({
    name: "cancel_batch_items",
    text: `update verification_batch_items i
              set state = case when found.is_started then 'running' else 'canceled' end,
                  leased_until = case when found.is_started then now() end
             from (select verification_id, exists (select from verification_requests v where v.id = w.verification_id) as is_started
                     from verification_batch_items w
                    where w.batch_id = $1 and w.state = 'waiting'
                      and (w.taken_at is null or w.taken_at < now() - interval '2 minutes')) found
            where i.verification_id = found.verification_id and i.state = 'waiting'
           returning i.verification_id as "verificationId", found.is_started as "isStarted"`,
    values: [id],
  });
  const waiting = rows.filter(({ isStarted }) => !isStarted).map(({ verificationId }) => verificationId);
  if (waiting.length > 0) await refundItems(client, userId, id, waiting);
  return waiting.length;
}

/** Before any other row of the account, as admissions do: neither deadlocks. */
async function lockBalance(client: PoolClient, userId: string): Promise<void> {
  await client.query({
    name: "lock_balance_of_batch",
    text: "select from credit_accounts where user_id = $1 for update",
    values: [userId],
  });
}
