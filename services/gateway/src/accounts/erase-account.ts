import { inTransaction, type Pool, type PoolClient, type Queryable } from "@receipts/database";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { endMembershipsOf, lockAccountsOf } from "../members/member-access.ts";
import { disableAccount } from "./account-list.ts";
import { eraseClosedAccount } from "./erase-closed-account.ts";

export type ErasedAccount =
  | { readonly kind: "erased"; readonly requests: number }
  /**
   * These must end first, or they would be recorded with names after the erasure. The account is disabled, so that no
   * more arrive; nothing else has changed.
   */
  | { readonly kind: "unfinished"; readonly requests: number; readonly receipts: number };

/**
 * Erases a person from the database. Records of money stay without names: the ledger, the requests with their amounts,
 * the keyed hashes of confirmed receipts, and the audit log without its details. The account is closed in one short
 * transaction. The rest follows in batches, so that even the largest account locks few rows at a time. Run it again to
 * finish an interrupted run.
 */
export async function eraseAccount(
  pool: Pool,
  userId: string,
  options: { readonly actor: AuditActor },
): Promise<ErasedAccount> {
  const { requests, receipts } = await inTransaction(pool, (client) =>
    closeAccount(client, userId, options.actor),
  );
  if (requests + receipts > 0) return { kind: "unfinished", requests, receipts };
  return { kind: "erased", requests: await eraseClosedAccount(pool, userId) };
}

interface Unfinished {
  readonly requests: number;
  /** Unverified receipts of the account's deposits, and of the deposits that buy it credits. */
  readonly receipts: number;
}

/** Returns the unfinished work. If there is any, the account is only disabled. */
async function closeAccount(client: PoolClient, userId: string, actor: AuditActor): Promise<Unfinished> {
  // Admissions lock this row: those in progress end first, and later ones see that the account is closed.
  await client.query("select from credit_accounts where user_id = $1 for update", [userId]);
  const unfinished = { requests: await countRequests(client, userId), receipts: 0 };
  // Before the account: a receipt that is being resolved may wait for its balance.
  unfinished.receipts = await countReceipts(client, userId);
  let isOpen = false;
  if (unfinished.requests + unfinished.receipts === 0) {
    await lockAccountsOf(client, userId);
    isOpen = await lockOpenAccount(client, userId);
    // All holders of the account have ended: the receipts that they recorded are visible now.
    unfinished.receipts = await countReceipts(client, userId);
  }
  if (unfinished.requests + unfinished.receipts > 0) {
    if (await disableAccount(client, userId)) {
      await recordAudit(client, { userId, actor, action: "account.disabled", subject: userId });
    }
    return unfinished;
  }
  if (!isOpen) return unfinished;
  await recordAudit(client, { userId, actor, action: "account.erased", subject: userId });
  await endMembershipsOf(client, userId, actor);
  for (const statement of closing) await client.query(statement, [userId]);
  return unfinished;
}

/** From here on nothing is created in the account's name. Returns false if it was erased before. */
async function lockOpenAccount(client: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from users where id = $1 and erased_at is null for update",
    [userId],
  );
  return rowCount === 1;
}

async function countRequests(client: Queryable, userId: string): Promise<number> {
  const { rows } = await client.query<{ unfinished: number }>(
    "select count(*) as unfinished from verification_requests where user_id = $1 and completed_at is null",
    [userId],
  );
  return rows[0]?.unfinished ?? 0;
}

async function countReceipts(client: Queryable, userId: string): Promise<number> {
  const { rows } = await client.query<{ unfinished: number }>(
    `select (select count(*) from deposit_submissions
              where settled_at is null
                and (user_id = $1 or deposit_id in (select deposit_id from credit_purchases where user_id = $1)))
          -- Credits that an operator may still add.
          + (select count(*) from credit_purchases p join deposits d on d.id = p.deposit_id
              where p.user_id = $1 and d.status = 'review_required') as unfinished`,
    [userId],
  );
  return rows[0]?.unfinished ?? 0;
}

const byEmail = "lower(email) = (select lower(email) from users where id = $1)";

/** Removes all access, and the tables with one or few rows. Rows found by email come first. */
const closing: readonly string[] = [
  "update credit_accounts set closed_at = now() where user_id = $1",
  `delete from pending_registrations where ${byEmail}`,
  `delete from mails where ${byEmail}`,
  `delete from invitations where ${byEmail}`,
  `delete from member_invitations where user_id = $1 or ${byEmail}`,
  // Invitations by this person to other accounts show no name any more.
  "delete from two_factors where person_id = $1",
  `update users set email = 'erased-' || id || '@invalid', name = '', password_hash = null, password_changed_at = null,
          erased_at = now()
    where id = $1`,
  "update api_keys set name = '', metadata = '{}', revoked_at = coalesce(revoked_at, now()) where user_id = $1",
  "update checkout_keys set name = '', revoked_at = coalesce(revoked_at, now()) where user_id = $1",
  "delete from sessions where user_id = $1 or member_id in (select id from members where person_id = $1)",
  `update members set name = case when role = 'cashier' then '' end, pin_hash = null, removed_at = coalesce(removed_at, now())
    where user_id = $1 and person_id is distinct from user_id`,
  // Their credits are of no use to a closed account. Apart from the turns of their worker, which locks items first. As
  // each open item was paid for, they are few; those that have ended follow one by one.
  `with turn as materialized (select pg_advisory_xact_lock(hashtext('verification_batches'))::text)
   delete from verification_batches using turn where user_id = $1 and completed_at is null`,
  "delete from payment_views where user_id = $1 or member_id in (select id from members where person_id = $1)",
  "delete from day_closes where user_id = $1",
  "update branches set name = '', archived_at = coalesce(archived_at, now()) where user_id = $1",
  `update tills set name = '', code_hash = null, code_expires_at = null, revoked_at = coalesce(revoked_at, now())
    where user_id = $1`,
  "delete from password_resets where user_id = $1",
  "delete from bank_accounts where user_id = $1",
  "delete from businesses where user_id = $1",
  "delete from logos where user_id = $1",
  "delete from telegram_codes where user_id = $1",
  "delete from telegram_updates where chat_id in (select chat_id from telegram_chats where user_id = $1)",
  "delete from telegram_chats where user_id = $1",
  "delete from telegram_messages where user_id = $1",
  "delete from webhook_secrets where user_id = $1",
  "delete from webhook_endpoints where user_id = $1",
  "delete from webhook_recoveries where user_id = $1",
];
