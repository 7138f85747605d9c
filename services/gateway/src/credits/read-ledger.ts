import type { CreditTransaction } from "@receipts/contracts";
import {
  type AskedWalk,
  type ListPage,
  type ListPosition,
  pageOfRows,
  type Queryable,
} from "@receipts/database";

export async function creditBalance(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query<{ balance: number }>({
    name: "credit_balance",
    text: "select balance from credit_accounts where user_id = $1",
    values: [userId],
  });
  return rows[0]?.balance ?? 0;
}

type LedgerRow = Omit<CreditTransaction, "createdAt"> & { readonly createdAt: Date };

/** Newest first, in the order in which the balance changed. */
export async function listTransactions(
  database: Queryable,
  userId: string,
  { limit, offset, after }: AskedWalk,
): Promise<ListPage<LedgerRow> & { readonly total: number }> {
  const found = await database.query<LedgerRow & ListPosition>(
    `with page as materialized (
       select sequence from credit_transactions where user_id = $1 and sequence < $4
        order by sequence desc limit $2 offset $3)
     select t.id, page.sequence as place, t.type, t.amount, t.balance_after as "balanceAfter", t.verification_id as "requestId", t.note,
            t.created_at as "createdAt"
       from page join credit_transactions t on t.user_id = $1 and t.sequence = page.sequence
      order by page.sequence desc`,
    [userId, limit + 1, offset, after?.place ?? Number.MAX_SAFE_INTEGER],
  );
  const counted = await database.query<{ total: number }>(
    "select count(*) as total from credit_transactions where user_id = $1",
    [userId],
  );
  return { ...pageOfRows(found.rows, limit), total: counted.rows[0]?.total ?? 0 };
}
