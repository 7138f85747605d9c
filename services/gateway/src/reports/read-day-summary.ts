import type { Queryable } from "@receipts/database";

/** Payments of a period by decision, and the balance now. */
export interface DaySummary {
  readonly accepted: number;
  /** The sum of the accepted ones, in birr, such as `1,250.00`. */
  readonly amount: string;
  readonly review: number;
  readonly rejected: number;
  readonly balance: number;
}

/** As messages write an amount: `1,250.00`. */
export const birrText = (amount: number): string =>
  amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `from` and `to`: ISO 8601; the end is exclusive. Undefined for an account that is erased. */
export async function readDaySummary(
  database: Queryable,
  userId: string,
  { from, to }: { readonly from?: string; readonly to?: string },
): Promise<DaySummary | undefined> {
  const { rows } = await database.query<Omit<DaySummary, "amount"> & { readonly sum: number }>({
    name: "read_day_summary",
    text: `select v.*, c.balance from credit_accounts c,
             lateral (
               select count(*) filter (where decision = 'accept') as accepted,
                      coalesce(sum(amount) filter (where decision = 'accept'), 0)::float8 as sum,
                      count(*) filter (where decision = 'review') as review,
                      count(*) filter (where decision = 'reject') as rejected
                 from (select result ->> 'decision' as decision, (result ->> 'amount')::numeric as amount
                         from verification_requests
                        where user_id = $1 and created_at >= $2 and created_at < $3 and completed_at is not null) r) v
            where c.user_id = $1 and c.closed_at is null`,
    values: [userId, from, to],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { sum, ...counts } = row;
  return { ...counts, amount: birrText(sum) };
}
