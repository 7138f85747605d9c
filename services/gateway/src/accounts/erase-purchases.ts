import type { PoolClient } from "@receipts/database";
import { eraseDepositsById, eraseRequestsById } from "./erase-by-id.ts";

/**
 * Erases the buyer from deposits of the platform account: the payer is named in them, in the requests that verified the
 * receipts, and in the webhooks. The purchases themselves stay, as records of money.
 */
export async function erasePurchases(client: PoolClient, depositIds: readonly string[]): Promise<void> {
  // In the lock order of a receipt that is being resolved. Its last lock, the purchase, is not held here: no receipt is
  // unverified.
  await client.query("select from deposits where id = any($1) order by id for update", [depositIds]);
  const { rows } = await client.query<{ id: string }>(
    `select id from verification_requests
      where id in (select verification_id from deposit_submissions where deposit_id = any($1))
      order by id for update`,
    [depositIds],
  );
  const requestIds = rows.map(({ id }) => id);
  await eraseDepositsById(client, depositIds);
  await eraseRequestsById(client, requestIds);
  await client.query("delete from quarantined_documents where verification_id = any($1)", [requestIds]);
  await client.query(
    `update webhook_deliveries
        set erased_at = now(), payload = erased_payload(payload), http_request_id = '', traceparent = null
      where user_id in (select user_id from deposits where id = any($1)) and starts_with(event, 'deposit.')
        -- Other buyers' deposits are in there too: only rows from the oldest of these on are read.
        and created_at >= (select min(created_at) from deposits where id = any($1)) and erased_at is null and payload::jsonb ->> 'depositId' = any($1)`,
    [depositIds],
  );
}
