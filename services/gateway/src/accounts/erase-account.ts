import { inTransaction, type Pool, type Queryable } from "@receipts/database";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { eraseDeposits, eraseRequests, eraseWebhooks } from "../retention/erase-statements.ts";
import { disableAccount } from "./account-list.ts";

export type ErasedAccount =
  | { readonly kind: "erased"; readonly requests: number }
  /**
   * These must end first, or they would be recorded with names after the erasure. The account is disabled, so that no more
   * of them come, and nothing else was changed.
   */
  | { readonly kind: "unfinished"; readonly requests: number };

const BATCH = 500;

/**
 * Takes a person out of the database. What money needs stays without names: the ledger, the requests with their amounts,
 * the keyed hashes of confirmed receipts, and the audit log without its details. The account is closed in one
 * transaction; its requests follow in batches, so that the largest account locks little at a time. A run that was
 * interrupted is finished by the next.
 */
export async function eraseAccount(
  pool: Pool,
  userId: string,
  options: { readonly actor: AuditActor },
): Promise<ErasedAccount> {
  const unfinished = await inTransaction(pool, (client) => closeAccount(client, userId, options.actor));
  if (unfinished > 0) return { kind: "unfinished", requests: unfinished };
  const requests = await eraseAllRequests(pool, userId);
  await eraseAllDeposits(pool, userId);
  await eraseAllWebhooks(pool, userId);
  return { kind: "erased", requests };
}

/** Answers how many requests are unfinished: where there are any, the account is no more than disabled. */
async function closeAccount(client: Queryable, userId: string, actor: AuditActor): Promise<number> {
  // Admissions lock this row: those under way end first, and those after it see that the account is closed.
  await client.query("select from credit_accounts where user_id = $1 for update", [userId]);
  const { rows } = await client.query<{ unfinished: number }>(
    "select count(*) as unfinished from verification_requests where user_id = $1 and completed_at is null",
    [userId],
  );
  const unfinished = rows[0]?.unfinished ?? 0;
  if (unfinished > 0) {
    if (await disableAccount(client, userId)) {
      await recordAudit(client, { userId, actor, action: "account.disabled", subject: userId });
    }
    return unfinished;
  }
  const { rowCount } = await client.query(
    "select from users where id = $1 and erased_at is null for update",
    [userId],
  );
  if (rowCount === 0) return 0;
  await recordAudit(client, { userId, actor, action: "account.erased", subject: userId });
  for (const statement of closing) await client.query(statement, [userId]);
  return 0;
}

/** In an order: the invitations are found by the email, and the webhooks must not be sent with what they hold. */
const closing: readonly string[] = [
  "update credit_accounts set closed_at = now() where user_id = $1",
  "delete from invitations where lower(email) = (select lower(email) from users where id = $1)",
  `update users set email = 'erased-' || id || '@invalid', name = '', default_webhook_url = null, password_hash = null,
          password_changed_at = null, erased_at = now()
    where id = $1`,
  "update api_keys set name = '', metadata = '{}', revoked_at = coalesce(revoked_at, now()) where user_id = $1",
  "update checkout_keys set name = '', revoked_at = coalesce(revoked_at, now()) where user_id = $1",
  "delete from checkout_answers where user_id = $1",
  // What is open still expires, and tells nobody.
  "update deposits set webhook_url = null where user_id = $1 and webhook_url is not null",
  "delete from sessions where user_id = $1",
  "delete from bank_accounts where user_id = $1",
  "delete from businesses where user_id = $1",
  "delete from logos where user_id = $1",
  "delete from webhook_secrets where user_id = $1",
  "delete from webhook_recoveries where user_id = $1",
  "delete from idempotency_keys where user_id = $1",
  "update credit_transactions set note = null where user_id = $1 and note is not null",
  `update webhook_deliveries set state = 'given_up', finished_at = now(), lease_token = null, leased_until = null
    where user_id = $1 and state = 'pending'`,
  `delete from quarantined_documents d using verification_requests v
    where v.id = d.verification_id and v.user_id = $1`,
  "delete from audit_details d using audit_log a where a.id = d.audit_id and a.user_id = $1",
];

/** Page by page along the index of the account: each row is looked at once, however many there are. */
async function eraseAllRequests(pool: Pool, userId: string): Promise<number> {
  let erased = 0;
  let last = { createdAt: "infinity", id: "" };
  for (;;) {
    const { rows } = await pool.query<typeof last>(
      `select created_at::text as "createdAt", id from verification_requests
        where user_id = $1 and (created_at, id) < ($2::timestamptz, $3) order by created_at desc, id desc limit $4`,
      [userId, last.createdAt, last.id, BATCH],
    );
    const ids = rows.map(({ id }) => id);
    erased += await eraseRequests(pool, { which: "id = any($1)", values: [ids], limit: BATCH });
    // What integrators chose themselves, and may have put a name into.
    await pool.query(
      `update verification_requests set webhook_url = null, http_request_id = '', traceparent = null
        where id = any($1) and http_request_id <> ''`,
      [ids],
    );
    last = rows.at(-1) ?? last;
    if (rows.length < BATCH) return erased;
  }
}

async function eraseAllDeposits(pool: Pool, userId: string): Promise<void> {
  const which = "user_id = $1";
  while ((await eraseDeposits(pool, { which, values: [userId], limit: BATCH })) === BATCH);
  await pool.query(
    `update deposit_submissions set http_request_id = '', traceparent = ''
      where user_id = $1 and settled_at is not null and http_request_id <> ''`,
    [userId],
  );
}

async function eraseAllWebhooks(pool: Pool, userId: string): Promise<void> {
  let last = "";
  for (;;) {
    const { rows } = await pool.query<{ id: string }>(
      "select id from webhook_deliveries where user_id = $1 and id > $2 order by id limit $3",
      [userId, last, BATCH],
    );
    const ids = rows.map(({ id }) => id);
    await eraseWebhooks(pool, { which: "id = any($1)", values: [ids], limit: BATCH });
    await pool.query(
      `update webhook_deliveries set url = '', http_request_id = '', traceparent = null
        where id = any($1) and http_request_id <> ''`,
      [ids],
    );
    last = ids.at(-1) ?? last;
    if (rows.length < BATCH) return;
  }
}
