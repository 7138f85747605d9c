import type pg from "pg";

/** Tables that grow with every request. */
export const growingTables: readonly string[] = [
  "verification_requests",
  "credit_transactions",
  "receipt_confirmations",
  "webhook_deliveries",
  "idempotency_keys",
];
/** Rows per day, so that the oldest of a million are a thousand days old. */
const A_DAY = 1_000;

/** Inserts `count` finished requests, the accounts in turn, with all rows that a finished request leaves behind. */
export async function insertOldRows(pool: pg.Pool, userIds: readonly string[], count: number): Promise<void> {
  const client = await pool.connect();
  try {
    // Skip disk flushes and foreign key checks: the rows only have to exist.
    await client.query("set synchronous_commit = off; set session_replication_role = replica");
    await client.query("set maintenance_work_mem = '256MB'");
    await withoutIndexes(client, "payments", async () => {
      for (const statement of statements) await client.query(statement, [userIds, count]);
    });
    for (const table of growingTables) await client.query(`vacuum (analyze) ${table}`);
    // The load that follows must not pay for writing these rows out.
    await client.query("checkpoint");
  } finally {
    client.release(true);
  }
}

/** Builds indexes whose names begin so after the rows: row by row, a million would take many minutes. */
export async function withoutIndexes(
  client: pg.PoolClient,
  names: "payments" | "deposits",
  insert: () => Promise<unknown>,
): Promise<void> {
  // Constraints keep theirs.
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
      where starts_with(indexname, $1 || '_') and not exists (select from pg_constraint where conname = indexname)`,
    [names],
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  await insert();
  for (const { indexdef } of rows) await client.query(indexdef);
}

const user = "($1::text[])[1 + n % cardinality($1::text[])]";
const hash = "sha256(('old ' || n)::bytea)";
const at = `now() - interval '1 hour' - make_interval(secs => ($2 - n) * 86400.0 / ${A_DAY})`;
const statements = [
  `insert into verification_requests
     (id, user_id, bank, reference, suffix, receipt_key, cache_status, processing_status, status, verified, result,
      claim_attempt, requeue_after, deadline_at, http_request_id, created_at, started_at, completed_at)
   select 'ver_' || lpad(n::text, 26, '0'), ${user}, (array['boa', 'cbe', 'telebirr', 'dashen'])[1 + n % 4],
          'OLD' || lpad(n::text, 9, '0'), '58203', 'old:' || n, 'MISS', 'completed', 'success', true,
          jsonb_build_object('referenceNumber', 'OLD' || n, 'amount', '1500.00', 'padding', repeat('x', 400)),
          1, ${at}, ${at}, 'req_' || n, ${at}, ${at}, ${at}
     from generate_series(1, $2::int) as n`,
  `insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id, created_at)
   select 'ctx_' || lpad(n::text, 26, '0'), ${user}, 'debit', -1, $2 - n, 'ver_' || lpad(n::text, 26, '0'), ${at}
     from generate_series(1, $2::int) as n`,
  `insert into receipt_confirmations (user_id, receipt_hash, first_confirmed_at, last_confirmed_at, confirmation_count)
   select ${user}, ${hash}, ${at}, ${at}, 1 from generate_series(1, $2::int) as n`,
  `insert into webhook_deliveries
     (id, user_id, verification_id, event, url, payload, state, attempts, http_request_id, created_at, finished_at)
   select 'whd_' || lpad(n::text, 26, '0'), ${user}, 'ver_' || lpad(n::text, 26, '0'), 'verification.completed',
          'https://shop.example.test/hook', '{"padding":"' || repeat('x', 400) || '"}', 'delivered', 1, 'req_' || n, ${at}, ${at}
     from generate_series(1, $2::int) as n`,
  // Younger than a day: older keys are deleted.
  `insert into idempotency_keys (user_id, idempotency_key, fingerprint, verification_id, created_at)
   select ${user}, 'old ' || n, ${hash}, 'ver_' || lpad(n::text, 26, '0'), now() - interval '1 hour'
     from generate_series(1, $2::int) as n`,
];
