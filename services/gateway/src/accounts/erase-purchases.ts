import type { PoolClient } from "@receipts/database";
import { eraseDepositsById, eraseRequestsById } from "./erase-by-id.ts";

/**
 * Takes the buyer out of deposits that belong to the account which is paid for credits: whoever paid is named in them, in
 * the requests that verified the receipts, and in the webhooks. The purchases themselves stay, for money needs them.
 */
export async function erasePurchases(client: PoolClient, depositIds: readonly string[]): Promise<void> {
  // In the order in which a receipt is settled; its last step, the purchase itself, is never held here: nothing is on trial.
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
        -- Others' purchases are in there too: none is looked at that is older than the oldest of these.
        and created_at >= (select min(created_at) from deposits where id = any($1)) and erased_at is null and payload::jsonb ->> 'depositId' = any($1)`,
    [depositIds],
  );
}
