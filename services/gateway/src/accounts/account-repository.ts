import { newId } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient, type Queryable } from "@receipts/database";
import type { AuditActor } from "../audit/audit-log.ts";
import { grantCreditsWithin } from "../credits/write-ledger.ts";
import { endMembershipsOf, lockAccountsOf } from "../members/member-access.ts";
import { endSessionsOfPerson } from "../sessions/session-repository.ts";

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
  /** Nothing proves that the person reads the mail of the address. */
  readonly isUnconfirmed?: boolean;
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
    `insert into users (id, email, name, password_hash, password_changed_at, is_member_only, is_unconfirmed)
     values ($1, $2, $3, $4, case when $4::text is not null then now() end, $5, $6)
     on conflict (lower(email)) do nothing`,
    [
      ...[account.id, account.email, account.name, draft.passwordHash ?? null],
      ...[draft.isMemberOnly ?? false, draft.isUnconfirmed ?? false],
    ],
  );
  if (rowCount !== 1) return undefined;
  await client.query("insert into credit_accounts (user_id, balance) values ($1, 0)", [account.id]);
  await furnish(client, account, draft);
  return account;
}

/** The account's business and first credits. */
async function furnish(client: PoolClient, account: Account, draft: NewAccount): Promise<void> {
  if (draft.businessName !== undefined) {
    await client.query("insert into businesses (id, user_id, name) values ($1, $2, $3)", [
      newId("business"),
      account.id,
      draft.businessName,
    ]);
  }
  if (draft.credits > 0) await grantCreditsWithin(client, account.id, draft.credits, "sign-up");
}

/**
 * The reader of the address's mail becomes the person of a sign-in that was made without mail. What a stranger may
 * have chosen or made ends: password, sessions, second factor, and memberships with their keys, chats and codes.
 * Undefined if there is no such sign-in.
 */
export async function claimAddress(
  client: PoolClient,
  draft: NewAccount,
  actor: AuditActor,
): Promise<Account | undefined> {
  const { rows: found } = await client.query<{ id: string }>(
    "select id from users where lower(email) = lower($1) and is_unconfirmed",
    [draft.email],
  );
  if (found[0] !== undefined) await lockAccountsOf(client, found[0].id);
  const { rows } = await client.query<Account>(
    `update users set name = $2, password_hash = $3, password_changed_at = now(), is_member_only = $4, is_unconfirmed = false
      where lower(email) = lower($1) and is_unconfirmed and erased_at is null and disabled_at is null
      returning id, email, name`,
    [draft.email, draft.name, draft.passwordHash, draft.isMemberOnly ?? false],
  );
  const [account] = rows;
  if (account === undefined) return undefined;
  await client.query("delete from two_factors where person_id = $1", [account.id]);
  await endSessionsOfPerson(client, account.id);
  await endMembershipsOf(client, account.id, actor);
  await furnish(client, account, draft);
  return account;
}

export async function confirmAddress(client: PoolClient, personId: string): Promise<void> {
  await client.query("update users set is_unconfirmed = false where id = $1 and is_unconfirmed", [personId]);
}

/** Whether the address has a sign-in that was made with a link that no mail brought. */
export async function isUnconfirmed(database: Queryable, email: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "select from users where lower(email) = lower($1) and is_unconfirmed",
    [email],
  );
  return rowCount === 1;
}
