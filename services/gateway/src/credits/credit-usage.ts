import type { BankCode, CreditUsage } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { daysOf, type Period } from "../http/requested-period.ts";

interface UsageRow {
  /** From 1. */
  readonly day: number;
  readonly bank: BankCode;
  readonly debits: number;
  readonly refunds: number;
}

/**
 * Read from the requests, because the ledger has no bank. The database allows no request without its one debit, and
 * refunds each request that ends without a verdict, at that moment. A buyer of credits has paid for the attempts of his
 * receipts: they are requests of the selling account, but count for him.
 */
export async function creditUsage(database: Queryable, userId: string, period: Period): Promise<CreditUsage> {
  const calendarDays = daysOf(period);
  const { rows } = await database.query<UsageRow>(
    `with paid_by_another as (
       select v.bank, v.created_at, v.completed_at, v.failure_reason, 1 as sign
         from credit_purchases p
         -- For each purchase: a join may read the receipts of all accounts.
        cross join lateral (select verification_id from deposit_submissions where deposit_id = p.deposit_id offset 0) s
         join credit_transactions t on t.verification_id = s.verification_id and t.type = 'debit'
         join verification_requests v on v.id = s.verification_id
        where p.user_id = $1 and t.user_id = $1 and v.user_id <> $1
        union all
       -- Of the selling account. A request ends within a day.
       select v.bank, v.created_at, v.completed_at, v.failure_reason, -1
         from verification_requests v
         -- For each request.
        cross join lateral (
              select t.user_id
                from deposit_submissions s
                join credit_purchases p on p.deposit_id = s.deposit_id
                join credit_transactions t on t.verification_id = s.verification_id and t.type = 'debit'
               where s.verification_id = v.id offset 0) paid
        where v.user_id = $1 and v.source = 'checkout' and paid.user_id <> $1
          and v.created_at >= $2::timestamptz - interval '1 day' and v.created_at < $3
     )
     select day, bank, sum(debits)::bigint as debits, sum(refunds)::bigint as refunds
       from (select width_bucket(created_at, $4::timestamptz[]) as day, bank, count(*) as debits, 0 as refunds
               from verification_requests
              where user_id = $1 and created_at >= $2 and created_at < $3
              group by 1, 2
              union all
             select width_bucket(completed_at, $4::timestamptz[]), bank, 0, count(*)
               from verification_requests
              where user_id = $1 and failure_reason is not null and completed_at >= $2 and completed_at < $3
              group by 1, 2
             union all
             select width_bucket(created_at, $4::timestamptz[]), bank, sign, 0
               from paid_by_another where created_at >= $2 and created_at < $3
             union all
             select width_bucket(completed_at, $4::timestamptz[]), bank, 0, sign
               from paid_by_another
              where failure_reason is not null and completed_at >= $2 and completed_at < $3) s
      group by day, bank
     having sum(debits) <> 0 or sum(refunds) <> 0
      order by day, bank`,
    [userId, period.from, period.before, calendarDays.map(({ startsAt }) => startsAt)],
  );
  const days = rows.map(({ day, ...row }) => ({
    date: calendarDays[day - 1]?.date ?? "",
    ...row,
    net: row.debits - row.refunds,
  }));
  const debits = rows.reduce((sum, row) => sum + row.debits, 0);
  const refunds = rows.reduce((sum, row) => sum + row.refunds, 0);
  return { days, totals: { debits, refunds, net: debits - refunds } };
}
