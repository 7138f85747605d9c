import { newId } from "@receipts/contracts";
import { inTransaction, type Pool, type Queryable } from "@receipts/database";
import { grantCreditsWithin } from "../credits/credit-repository.ts";

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Finds an account by its id or its email. */
export async function findAccount(database: Queryable, idOrEmail: string): Promise<Account | undefined> {
  const { rows } = await database.query<Account>(
    "select id, email, name from users where id = $1 or lower(email) = lower($1)",
    [idOrEmail],
  );
  return rows[0];
}

/** The account, its balance and its first credits, or nothing of it. */
export async function createAccount(
  pool: Pool,
  draft: { readonly email: string; readonly name: string; readonly credits: number },
): Promise<Account> {
  const account = { id: newId("user"), email: draft.email, name: draft.name };
  await inTransaction(pool, async (client) => {
    await client.query("insert into users (id, email, name) values ($1, $2, $3)", [
      account.id,
      account.email,
      account.name,
    ]);
    await client.query("insert into credit_accounts (user_id, balance) values ($1, 0)", [account.id]);
    if (draft.credits > 0) await grantCreditsWithin(client, account.id, draft.credits, "sign-up");
  });
  return account;
}
