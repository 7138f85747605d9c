import type { PoolClient } from "@receipts/database";
import { eraseDeposits, eraseRequests } from "../retention/erase-statements.ts";

/** Of rows that the caller's transaction has locked; answers how many had names. */
export async function eraseRequestsById(client: PoolClient, ids: readonly string[]): Promise<number> {
  const erased = await eraseRequests(client, { which: "id = any($1)", values: [ids], limit: ids.length });
  // What integrators chose themselves, and may have put a name into.
  await client.query(
    `update verification_requests set webhook_url = null, http_request_id = '', traceparent = null
      where id = any($1) and http_request_id <> ''`,
    [ids],
  );
  return erased;
}

/** The same, with their events and with what is kept of their receipts' calls. */
export async function eraseDepositsById(client: PoolClient, ids: readonly string[]): Promise<void> {
  await eraseDeposits(client, { which: "id = any($1)", values: [ids], limit: ids.length });
  await client.query(
    `update deposit_submissions set http_request_id = '', traceparent = ''
      where deposit_id = any($1) and http_request_id <> ''`,
    [ids],
  );
}
