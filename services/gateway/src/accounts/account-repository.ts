import { newId } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient, type Queryable } from "@receipts/database";
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

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly credits: number;
  readonly businessName?: string | undefined;
  /** Without one the account has no sign-in. */
  readonly passwordHash?: string | undefined;
  /** A sign-in for other accounts: its own account is not shown. */
  readonly isMemberOnly?: boolean;
}

/** Creates the account, its balance and its first credits in one transaction. */
export async function createAccount(pool: Pool, draft: NewAccount): Promise<Account> {
  const account = await inTransaction(pool, (client) => insertAccount(client, draft));
  if (account === undefined) throw new Error(`An account with the email ${draft.email} exists already`);
  return account;
}

/** Creates the account within the caller's transaction. Returns undefined if the email has an account. */
export async function insertAccount(client: PoolClient, draft: NewAccount): Promise<Account | undefined> {
  const account = { id: newId("user"), email: draft.email, name: draft.name };
  const { rowCount } = await client.query(
    `insert into users (id, email, name, password_hash, password_changed_at, is_member_only)
     values ($1, $2, $3, $4, case when $4::text is not null then now() end, $5)
     on conflict (lower(email)) do nothing`,
    [account.id, account.email, account.name, draft.passwordHash ?? null, draft.isMemberOnly ?? false],
  );
  if (rowCount !== 1) return undefined;
  if (draft.businessName !== undefined) {
    await client.query("insert into businesses (id, user_id, name) values ($1, $2, $3)", [
      newId("business"),
      account.id,
      draft.businessName,
    ]);
  }
  await client.query("insert into credit_accounts (user_id, balance) values ($1, 0)", [account.id]);
  if (draft.credits > 0) await grantCreditsWithin(client, account.id, draft.credits, "sign-up");
  return account;
}
