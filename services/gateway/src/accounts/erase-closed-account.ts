import type { Pool, PoolClient, Queryable } from "@receipts/database";
import { deleteNextReconciliation } from "../reconciliations/reconciliation-repository.ts";
import { eraseWebhooks } from "../retention/erase-statements.ts";
import { forEachPage, type PagedTable } from "./account-pages.ts";
import { eraseDepositsById, eraseRequestsById } from "./erase-by-id.ts";
import { erasePurchases } from "./erase-purchases.ts";

const BATCH = 500;

const tables = {
  verification_requests: { along: ["created_at", "id"], from: ["-infinity", ""] },
  deposits: { along: ["id"], from: [""] },
  credit_purchases: { along: ["deposit_id"], from: [""] },
  webhook_deliveries: { along: ["created_at", "id"], from: ["-infinity", ""] },
  credit_transactions: { along: ["sequence"], from: ["0"], where: "note is not null" },
  audit_log: {
    along: ["at", "id"],
    from: ["-infinity", ""],
    where: "exists (select from audit_details where audit_id = id)",
  },
} as const;
const paged = (table: keyof typeof tables): PagedTable => ({ table, ...tables[table] });

/**
 * Erases the names of a closed account from its remaining rows. Returns how many requests had some. Deposits come
 * before webhooks, as a deposit that expires meanwhile still creates one. The details of the audit log come last.
 */
export async function eraseClosedAccount(pool: Pool, userId: string): Promise<number> {
  let requests = 0;
  // First, so that nothing of them is sent any more.
  const pending = { ...paged("webhook_deliveries"), where: "state = 'pending'" };
  await forEachPage(pool, userId, pending, giveUpWebhooks);
  await forEachPage(pool, userId, paged("verification_requests"), async (client, ids) => {
    requests += await eraseRequestsById(client, ids);
  });
  await pool.query(
    `delete from quarantined_documents d using verification_requests v
      where v.id = d.verification_id and v.user_id = $1`,
    [userId],
  );
  await forEachPage(pool, userId, paged("deposits"), eraseDepositsOf);
  await forEachPage(pool, userId, paged("credit_purchases"), erasePurchases);
  await forEachPage(pool, userId, paged("webhook_deliveries"), eraseWebhooksOf);
  await forEachPage(pool, userId, paged("credit_transactions"), async (client, sequences) => {
    await client.query(
      "update credit_transactions set note = null where user_id = $1 and sequence = any($2::bigint[])",
      [userId, sequences],
    );
  });
  await deleteAll(pool, userId, "idempotency_keys", BATCH);
  await deleteAll(pool, userId, "checkout_responses", BATCH);
  await deleteAll(pool, userId, "account_events", BATCH);
  // Each takes up to 500 lines along.
  await deleteAll(pool, userId, "verification_batches", 1);
  while (await deleteNextReconciliation(pool, userId));
  await forEachPage(pool, userId, paged("audit_log"), async (client, ids) => {
    await client.query("delete from audit_details where audit_id = any($1)", [ids]);
  });
  return requests;
}

async function giveUpWebhooks(client: PoolClient, ids: readonly string[]): Promise<void> {
  await client.query(
    `update webhook_deliveries set state = 'given_up', finished_at = now(), lease_token = null, leased_until = null
      where id in (select id from webhook_deliveries where id = any($1) and state = 'pending' order by id for update)`,
    [ids],
  );
}

async function eraseDepositsOf(client: PoolClient, ids: readonly string[]): Promise<void> {
  await eraseDepositsById(client, ids);
  // Open deposits still expire, but notify no URL.
  await client.query(
    "update deposits set webhook_url = null where id = any($1) and webhook_url is not null",
    [ids],
  );
}

async function eraseWebhooksOf(client: PoolClient, ids: readonly string[]): Promise<void> {
  await giveUpWebhooks(client, ids);
  await eraseWebhooks(client, { which: "id = any($1)", values: [ids], limit: ids.length });
  await client.query(
    `update webhook_deliveries set url = '', http_request_id = '', traceparent = null
      where id = any($1) and http_request_id <> ''`,
    [ids],
  );
}

/** Such rows are otherwise deleted only by age, skipping locked rows: neither side waits for the other. */
async function deleteAll(
  database: Queryable,
  userId: string,
  table: "idempotency_keys" | "checkout_responses" | "account_events" | "verification_batches",
  atOnce: number,
): Promise<void> {
  const deleteBatch = async () => {
    const { rowCount } = await database.query(
      `delete from ${table}
        where ctid = any(array(select ctid from ${table} where user_id = $1 limit $2 for update))`,
      [userId, atOnce],
    );
    return rowCount ?? 0;
  };
  while ((await deleteBatch()) > 0);
}
