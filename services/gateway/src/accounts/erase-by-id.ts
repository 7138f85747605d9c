import type { PoolClient } from "@receipts/database";
import { eraseDeposits, eraseRequests } from "../retention/erase-statements.ts";

/** Erases requests that the caller's transaction has locked. Returns how many had names. */
export async function eraseRequestsById(client: PoolClient, ids: readonly string[]): Promise<number> {
  const erased = await eraseRequests(client, { which: "id = any($1)", values: [ids], limit: ids.length });
  // Texts of integrators, which may contain a name.
  await client.query(
    `update verification_requests set webhook_url = null, http_request_id = '', traceparent = null
      where id = any($1) and http_request_id <> ''`,
    [ids],
  );
  return erased;
}

/** Erases locked deposits with their events, and the call data of their receipts. */
export async function eraseDepositsById(client: PoolClient, ids: readonly string[]): Promise<void> {
  await eraseDeposits(client, { which: "id = any($1)", values: [ids], limit: ids.length });
  await client.query(
    `update deposit_submissions set http_request_id = '', traceparent = ''
      where deposit_id = any($1) and http_request_id <> ''`,
    [ids],
  );
}
