import type { BankCode, CreditUsage } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Period } from "../http/requested-period.ts";

interface UsageRow {
  readonly date: string;
  readonly bank: BankCode;
  readonly debits: number;
  readonly refunds: number;
}

/**
 * Read from the requests and not from the ledger, which knows no bank: the database lets no request in without its one debit,
 * and gives one refund to each that ended without a verdict, at that moment.
 */
export async function creditUsage(database: Queryable, userId: string, period: Period): Promise<CreditUsage> {
  const { rows } = await database.query<UsageRow>(
    `select (day at time zone 'UTC')::date::text as date, bank, sum(debits)::bigint as debits, sum(refunds)::bigint as refunds
       from (select date_bin('1 day', created_at, timestamptz '2000-01-01Z') as day, bank, count(*) as debits, 0 as refunds
               from verification_requests
              where user_id = $1 and created_at >= $2 and created_at < $3
              group by 1, 2
              union all
             select date_bin('1 day', completed_at, timestamptz '2000-01-01Z'), bank, 0, count(*)
               from verification_requests
              where user_id = $1 and failure_reason is not null and completed_at >= $2 and completed_at < $3
              group by 1, 2) s
      group by day, bank
      order by day, bank`,
    [userId, period.from, period.before],
  );
  const days = rows.map((row) => ({ ...row, net: row.debits - row.refunds }));
  const debits = rows.reduce((sum, row) => sum + row.debits, 0);
  const refunds = rows.reduce((sum, row) => sum + row.refunds, 0);
  return { days, totals: { debits, refunds, net: debits - refunds } };
}
