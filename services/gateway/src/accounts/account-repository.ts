import { newId } from "@receipts/contracts";
import type { Pool, Queryable } from "@receipts/database";
import { grantCredits } from "../credits/credit-repository.ts";

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

export async function createAccount(
  pool: Pool,
  draft: { readonly email: string; readonly name: string; readonly credits: number },
): Promise<Account> {
  const account = { id: newId("user"), email: draft.email, name: draft.name };
  await pool.query("insert into users (id, email, name) values ($1, $2, $3)", [
    account.id,
    account.email,
    account.name,
  ]);
  await pool.query("insert into credit_accounts (user_id, balance) values ($1, 0)", [account.id]);
  if (draft.credits > 0) await grantCredits(pool, account.id, draft.credits, "sign-up");
  return account;
}
