import { newId } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient, type Queryable } from "@receipts/database";

export async function creditBalance(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query<{ balance: number }>({
    name: "credit_balance",
    text: "select balance from credit_accounts where user_id = $1",
    values: [userId],
  });
  return rows[0]?.balance ?? 0;
}

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
  client: PoolClient,
  userId: string,
  amount: number,
  note: string,
): Promise<number> {
  const { rows } = await client.query<{ balance: number }>(
    `insert into credit_accounts (user_id, balance) values ($1, $2)
     on conflict (user_id) do update set balance = credit_accounts.balance + excluded.balance
     returning balance`,
    [userId, amount],
  );
  const balance = rows[0]?.balance ?? 0;
  await client.query(
    `insert into credit_transactions (id, user_id, type, amount, balance_after, note) values ($1, $2, 'grant', $3, $4, $5)`,
    [newId("creditTransaction"), userId, amount, balance, note],
  );
  return balance;
}
