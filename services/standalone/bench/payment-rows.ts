import type pg from "pg";
import { withoutIndexes } from "./old-rows.ts";

/** Branches and people of the account with very many payments. */
export const branchIds = [1, 2, 3].map((n) => `brn_${String(n).padStart(26, "0")}`);
export const memberIds = [1, 2, 3].map((n) => `mem_${String(n).padStart(26, "0")}`);

/**
 * Inserts `count` payments of one account, two a minute up to the present. Most are genuine, one in fifty is not found,
 * one in ten waits for review, one in a hundred was used before. One in five payers is an Abebe. The third branch and
 * person, the bank `siinqee` and the amount 77.77 have one payment, which is among the oldest.
 */
export async function insertPayments(pool: pg.Pool, userId: string, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set synchronous_commit = off; set session_replication_role = replica");
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '256MB'");
    await client.query(
      `insert into branches (id, user_id, name) select id, $1, 'Branch ' || n from unnest($2::text[]) with ordinality b(id, n)`,
      [userId, branchIds],
    );
    await client.query(
      `insert into members (id, user_id, role, name) select id, $1, 'cashier', 'Cashier ' || n from unnest($2::text[]) with ordinality m(id, n)`,
      [userId, memberIds],
    );
    await withoutIndexes(client, "payments", () =>
      client.query(inserted, [userId, count, branchIds, memberIds]),
    );
    await client.query("vacuum (analyze) verification_requests");
    await client.query("checkpoint");
  } finally {
    client.release(true);
  }
}

/** Younger than the retention: the gateway would erase older ones meanwhile. */
const at = "now_ms() - make_interval(secs => 30 * ($2 - n))";
const isFound = "n % 50 <> 7";
const isOdd = "n = 1000";
const inserted = `
  insert into verification_requests
    (id, user_id, bank, reference, suffix, receipt_key, cache_status, processing_status, status, verified, result,
     claim_attempt, requeue_after, deadline_at, http_request_id, created_at, started_at, completed_at, branch_id, member_id)
  select 'ver_' || lpad(n::text, 26, '0'), $1,
         case when ${isOdd} then 'siinqee' else (array['boa', 'cbe', 'telebirr', 'dashen'])[1 + n % 4] end,
         'FT' || lpad(n::text, 8, '0'), '58203', 'old:' || n, 'MISS', 'completed',
         case when ${isFound} then 'success' else 'not_found' end, ${isFound},
         jsonb_build_object('referenceNumber', 'FT' || lpad(n::text, 8, '0'), 'padding', repeat('x', 400),
           'amount', case when ${isOdd} then 77.77 when ${isFound} then (array[50, 100, 250, 500, 1250])[1 + n % 5] end,
           'currency', 'ETB',
           'senderName', case when not ${isFound} then null when n % 5 = 0 then 'Abebe ' else 'Payer ' end || left(md5(n::text), 10),
           'timestamp', iso_utc(${at}),
           'decision', case when not ${isFound} or n % 100 = 3 then 'reject' when n % 10 = 1 then 'review' else 'accept' end,
           'decisionReasons', case when not ${isFound} then '["not_verified"]' when n % 100 = 3 then '["already_confirmed"]' else '[]' end::jsonb),
         1, ${at}, ${at}, 'req', ${at}, ${at}, ${at},
         ($3::text[])[case when ${isOdd} then 3 when n % 3 < 2 then 1 + n % 3 end],
         ($4::text[])[case when ${isOdd} then 3 when n % 7 < 2 then 1 + n % 7 end]
    from generate_series(1, $2::int) n`;
