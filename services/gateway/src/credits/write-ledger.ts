import { newId } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient, type Queryable } from "@receipts/database";

/**
 * Parts of statements that debit accounts: balances, lines of the ledger, and the notice about a low balance. The caller
 * has locked the balances. What verifiers give back is the SQL function `refund_requests`.
 */
export const debitParts = {
  /**
   * `spent`: a table of `user_id`, `balance` and `balance_after`; that is null, and the statement fails, if nothing may be
   * spent. From the locked balance: the row in this statement's snapshot may be older. PostgreSQL checks the constraint
   * against that one before it finds the newer.
   *
   * `credits.low` goes out when the balance falls below the account's limit, at most once an hour unless it was twice as
   * much in between.
   */
  balances: (spent: string) => `debited as (
  update credit_accounts a
     set balance = spent.balance_after,
         low_notified_at = case
           when spent.balance >= a.low_balance and spent.balance_after < a.low_balance and a.closed_at is null
                and (a.low_notified_at is null or a.low_notified_at < now() - interval '1 hour'
                     or spent.balance >= 2 * a.low_balance) then now()
           when spent.balance < 2 * a.low_balance then a.low_notified_at end
    from ${spent} spent
   where a.user_id = spent.user_id
  returning a.user_id, a.balance, a.low_balance, a.low_notified_at = now() as is_low
)`,
  /** `spent`: a table of a line's `id`, `payer_id`, `balance_after`, `verification_id`, `note`, and `place` in the account. */
  lines: (spent: string) => `ledger as (
  insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id, note)
  select id, payer_id, 'debit', -1, balance_after, verification_id, note from ${spent}
   -- Numbered in this order, under the lock of the balance: the ledger's sequence follows the balance.
   order by payer_id, place
)`,
  /** The last select reads it. */
  notify:
    "low as (select count(notify_credits_low(user_id, balance, low_balance)) as notices from debited where is_low)",
} as const;

/**
 * Parts of a statement that adds credits. `added`: a table with one row of `user_id`, `credits`, `transaction_id`, `type`,
 * `deposit_id` and `note`.
 */
export const creditParts = (added: string) => `account as (
  insert into credit_accounts as a (user_id, balance) select user_id, credits from ${added}
  on conflict (user_id) do update set balance = a.balance + excluded.balance
  returning user_id, balance
),
line as (
  insert into credit_transactions (id, user_id, type, amount, balance_after, deposit_id, note)
  select transaction_id, user_id, type, credits, balance, deposit_id, note from ${added} join account using (user_id)
)`;

/** Adds credits and writes the ledger in one transaction. Returns the new balance. */
export async function grantCredits(
  pool: Pool,
  userId: string,
  amount: number,
  note: string,
): Promise<number> {
  return await inTransaction(pool, (client) => grantCreditsWithin(client, userId, amount, note));
}

/** Grants credits within the caller's transaction. */
export async function grantCreditsWithin(
  client: Queryable,
  userId: string,
  amount: number,
  note: string,
): Promise<number> {
  const { rows } = await client.query<{ balance: number }>(
    `with granted as (
       select $1 as user_id, $2::bigint as credits, $3 as transaction_id, 'grant' as type, null as deposit_id, $4 as note
     ),
     ${creditParts("granted")}
     select balance from account`,
    [userId, amount, newId("creditTransaction"), note],
  );
  return rows[0]?.balance ?? 0;
}

/** Gives back the credits of items of a batch that will not run. The caller has locked the balance. */
export async function refundItems(
  client: PoolClient,
  userId: string,
  batchId: string,
  verificationIds: readonly string[],
): Promise<void> {
  await client.query({
    name: "refund_batch_items",
    text: `with item as materialized (
             select * from unnest($2::text[], $3::text[]) with ordinality as item(verification_id, transaction_id, place)),
           account as materialized (select balance from credit_accounts where user_id = $1),
           refunded as (
             update credit_accounts set balance = balance + (select count(*) from item) where user_id = $1)
           insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id, note)
           select transaction_id, $1, 'refund', 1, account.balance + place, verification_id, 'item of ' || $4
             from item cross join account
            order by place`,
    values: [userId, verificationIds, verificationIds.map(() => newId("creditTransaction")), batchId],
  });
}
