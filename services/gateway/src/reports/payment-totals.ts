import type { Queryable } from "@receipts/database";

/** The totals of an account that differ from its requests. */
export async function findPaymentDifferences(database: Queryable, userId: string) {
  const { rows } = await database.query<{
    bucket: Date;
    bank: string;
    decision: string;
    payments: number;
    cents: number;
  }>(`select bucket, bank, decision, payments, amount_cents as cents from payment_differences($1)`, [userId]);
  return rows;
}

/** Corrects the totals of an account. Safe while verdicts are recorded, but not beside another repair. */
export async function repairPaymentTotals(database: Queryable, userId: string): Promise<number> {
  const { rowCount } = await database.query(
    `insert into payment_totals as t select * from payment_differences($1)
         on conflict (user_id, bucket, bank, decision) do update
        set payments = t.payments + excluded.payments, amount_cents = t.amount_cents + excluded.amount_cents`,
    [userId],
  );
  return rowCount ?? 0;
}
