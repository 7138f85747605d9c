/**
 * Parts of statements that debit accounts: `debited` updates `credit_accounts a`. `credits.low` goes out when the balance
 * falls below the account's limit, at most once an hour unless it was twice as much in between.
 */
export const lowBalance = {
  /** An assignment of the update: whether and when the account is notified. */
  assign: (before: string, after: string) => `low_notified_at = case
           when ${before} >= a.low_balance and ${after} < a.low_balance and a.closed_at is null
                and (a.low_notified_at is null or a.low_notified_at < now() - interval '1 hour'
                     or ${before} >= 2 * a.low_balance) then now()
           when ${before} < 2 * a.low_balance then a.low_notified_at end`,
  returning: "returning a.user_id, a.balance, a.low_balance, a.low_notified_at = now() as is_low",
  /** The last select reads it. */
  notify:
    "low as (select count(notify_credits_low(user_id, balance, low_balance)) as notices from debited where is_low)",
} as const;
