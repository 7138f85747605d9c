import type { Queryable } from "@receipts/database";

export interface CreditDifference {
  readonly userId: string;
  readonly balance: number;
  /** Sum of the ledger. */
  readonly ledger: number;
  /** Lines whose `balance_after` does not follow from the line before. */
  readonly brokenLines: number;
  readonly firstBrokenLine: string | null;
}

export interface Reconciliation {
  readonly accounts: number;
  readonly lines: number;
  readonly differences: readonly CreditDifference[];
}

/** Checks all accounts in one statement, which is one snapshot: safe while credits are being spent. */
export async function reconcileCredits(database: Queryable): Promise<Reconciliation> {
  const { rows } = await database.query<{
    accounts: number;
    lines: number;
    differences: CreditDifference[];
  }>(
    `with line as (
       select user_id, id, amount, sequence,
              balance_after = amount + lag(balance_after, 1, 0::bigint) over (partition by user_id order by sequence) as follows
         from credit_transactions),
     ledger as (
       select user_id, sum(amount) as total, count(*) as lines, count(*) filter (where not follows) as broken,
              (array_agg(id order by sequence) filter (where not follows))[1] as first_broken
         from line group by user_id),
     account as (
       select user_id, coalesce(a.balance, 0) as balance, coalesce(l.total, 0) as total, coalesce(l.lines, 0) as lines,
              coalesce(l.broken, 0) as broken, l.first_broken
         from credit_accounts a full join ledger l using (user_id))
     select count(*) as accounts, coalesce(sum(lines), 0)::bigint as lines,
            coalesce(json_agg(json_build_object('userId', user_id, 'balance', balance, 'ledger', total,
                              'brokenLines', broken, 'firstBrokenLine', first_broken) order by user_id)
                     filter (where balance <> total or broken > 0), '[]') as differences
       from account`,
  );
  if (rows[0] === undefined) throw new Error("the reconciliation returned no row");
  return rows[0];
}
