import type { TestDatabase } from "@receipts/testing";

/** Inserts an account with one queued telebirr request. */
export async function insertRequest({ pool }: TestDatabase, id: string): Promise<void> {
  await pool.query(`insert into users (id, email, name) values ('usr_1', 'a@example.test', 'A')`);
  await pool.query(
    `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status,
                                        status, requeue_after, deadline_at, http_request_id)
     values ($1, 'usr_1', 'telebirr', 'DJ50000001', 'key', 'MISS', 'queued', 'pending', now(),
             now() + interval '5 minutes', 'req')`,
    [id],
  );
}
