/** A table with data of an account. */
export interface AccountTable {
  readonly name: string;
  /** Selects the rows of account $1; default: `user_id = $1`. `t` is the table. */
  readonly rows?: string;
  /** Secrets and keyed hashes, which are of no use to their owner: left out of an export. */
  readonly withheld?: readonly string[];
  /** An object that replaces fields of `t`. */
  readonly replaced?: string;
}

const byEmail = "lower(t.email) = (select lower(email) from users where id = $1)";

/** Every table with data of an account, by name; a test compares the list with the schema. */
export const accountTables: readonly AccountTable[] = [
  { name: "users", rows: "t.id = $1", withheld: ["password_hash"] },
  { name: "businesses" },
  { name: "bank_accounts" },
  { name: "logos", withheld: ["content_hash"] },
  { name: "api_keys", withheld: ["key_hash"] },
  { name: "checkout_keys", withheld: ["key_hash"] },
  { name: "deposits", withheld: ["receipt_hash", "rejected_hashes"] },
  { name: "deposit_submissions" },
  { name: "deposit_parts", withheld: ["receipt_hash"] },
  { name: "deposit_events" },
  { name: "deposit_event_counters" },
  { name: "checkout_responses", withheld: ["fingerprint"] },
  { name: "branches" },
  { name: "members", withheld: ["pin_hash", "pin_failures"] },
  {
    name: "member_invitations",
    rows: `t.user_id = $1 or ${byEmail}`,
    withheld: ["token_hash", "mail_id"],
  },
  { name: "two_factors", rows: "t.person_id = $1", withheld: ["ciphertext", "last_step"] },
  { name: "recovery_codes", rows: "t.person_id = $1", withheld: ["code_hash"] },
  { name: "tills", withheld: ["code_hash", "token_hash"] },
  { name: "sessions" },
  { name: "password_resets", withheld: ["token_hash"] },
  { name: "invitations", rows: byEmail, withheld: ["token_hash"] },
  {
    name: "pending_registrations",
    rows: byEmail,
    withheld: ["token_hash", "password_hash", "invitation_hash"],
  },
  { name: "mails", rows: byEmail },
  { name: "telegram_chats" },
  { name: "telegram_codes", withheld: ["code_hash"] },
  { name: "telegram_messages" },
  {
    name: "telegram_updates",
    rows: "t.verification_id in (select id from verification_requests where user_id = $1)",
  },
  { name: "credit_accounts" },
  { name: "credit_transactions" },
  { name: "credit_purchases" },
  { name: "verification_requests", withheld: ["receipt_key", "claim_attempt", "claimed_until"] },
  { name: "verification_resolutions" },
  { name: "verification_batches", withheld: ["fingerprint"] },
  { name: "verification_batch_items", withheld: ["taken_at", "leased_until"] },
  { name: "verification_batch_skipped_lines" },
  { name: "kept_files", withheld: ["ciphertext"] },
  { name: "payment_totals" },
  { name: "payment_views" },
  { name: "day_closes" },
  // The file is the account's own, and only there until it is read.
  { name: "reconciliations", withheld: ["file", "attempt", "claimed_until"] },
  {
    name: "reconciliation_lines",
    rows: "t.reconciliation_id in (select id from reconciliations where user_id = $1)",
  },
  { name: "idempotency_keys", withheld: ["fingerprint"] },
  { name: "receipt_confirmations", withheld: ["receipt_hash"] },
  { name: "webhook_secrets", withheld: ["owner_id", "ciphertext", "previous_ciphertext"] },
  { name: "webhook_endpoints", withheld: ["own_secret", "headers_ciphertext"] },
  { name: "account_events" },
  { name: "account_event_counters", withheld: ["fence_xid"] },
  { name: "endpoint_replays", withheld: ["fence_xid"] },
  { name: "webhook_recoveries" },
  { name: "webhook_deliveries", withheld: ["lease_token", "leased_until"] },
  {
    name: "webhook_attempts",
    rows: "t.delivery_id in (select id from webhook_deliveries where user_id = $1)",
  },
  {
    name: "quarantined_documents",
    rows: "t.verification_id in (select id from verification_requests where user_id = $1)",
    withheld: ["document_hash", "ciphertext"],
  },
  {
    name: "audit_log",
    // The account does not learn which operator it was.
    replaced: `case when t.actor_kind = 'operator' then '{"actor_id": null}'::jsonb else '{}' end`,
  },
  { name: "audit_details", rows: "t.audit_id in (select id from audit_log where user_id = $1)" },
];
