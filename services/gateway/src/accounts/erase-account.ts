import { inTransaction, type Pool, type Queryable } from "@receipts/database";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { eraseRequests, eraseWebhooks } from "../retention/erase-statements.ts";

export type ErasedAccount =
  | { readonly kind: "erased"; readonly requests: number }
  /** Nothing was changed: these must end first, or they would be recorded with names after the erasure. */
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
  let requests = 0;
  for (let erased = BATCH; erased === BATCH; requests += erased) {
    erased = await eraseRequests(pool, { which: "user_id = $1", values: [userId], limit: BATCH });
  }
  for (let erased = BATCH; erased === BATCH; ) {
    erased = await eraseWebhooks(pool, { which: "user_id = $1", values: [userId], limit: BATCH });
  }
  await forgetCallers(pool, userId);
  return { kind: "erased", requests };
}

/** Answers how many requests are unfinished; only where there are none has anything been done. */
async function closeAccount(client: Queryable, userId: string, actor: AuditActor): Promise<number> {
  // Admissions lock this row: those under way end first, and those after it see that the account is closed.
  await client.query("select from credit_accounts where user_id = $1 for update", [userId]);
  const { rows } = await client.query<{ unfinished: number }>(
    "select count(*) as unfinished from verification_requests where user_id = $1 and completed_at is null",
    [userId],
  );
  const unfinished = rows[0]?.unfinished ?? 0;
  if (unfinished > 0) return unfinished;
  const { rowCount } = await client.query(
    "select from users where id = $1 and erased_at is null for update",
    [userId],
  );
  if (rowCount === 0) return 0;
  for (const statement of closing) await client.query(statement, [userId]);
  await recordAudit(client, { userId, actor, action: "account.erased", subject: userId });
  await client.query("select erase_audit_details($1)", [userId]);
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
  "delete from sessions where user_id = $1",
  "delete from bank_accounts where user_id = $1",
  "delete from businesses where user_id = $1",
  "delete from logos where user_id = $1",
  "delete from webhook_secrets where user_id = $1",
  "delete from idempotency_keys where user_id = $1",
  "update credit_transactions set note = null where user_id = $1 and note is not null",
  `update webhook_deliveries set state = 'given_up', finished_at = now(), lease_token = null, leased_until = null
    where user_id = $1 and state = 'pending'`,
  `delete from quarantined_documents d using verification_requests v
    where v.id = d.verification_id and v.user_id = $1`,
];

/** What integrators chose themselves, and may have put a name into: where webhooks went, and the ids of their calls. */
async function forgetCallers(pool: Pool, userId: string): Promise<void> {
  const forget = async (table: string, change: string, which: string) => {
    for (let forgotten = BATCH; forgotten === BATCH; ) {
      const { rowCount } = await pool.query(
        `update ${table} set ${change}, http_request_id = ''
          where id in (select id from ${table} where user_id = $1 and ${which} order by id limit ${BATCH})`,
        [userId],
      );
      forgotten = rowCount ?? 0;
    }
  };
  await forget(
    "verification_requests",
    "webhook_url = null, traceparent = null",
    "completed_at is not null and http_request_id <> ''",
  );
  await forget("webhook_deliveries", "url = '', traceparent = null", "http_request_id <> ''");
}
