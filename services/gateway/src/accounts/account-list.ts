import type { Queryable } from "@receipts/database";
import { endSessionsOf, endSessionsOfPerson } from "../sessions/session-repository.ts";
import type { Account } from "./account-repository.ts";

export interface ListedAccount extends Account {
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  readonly balance: number;
}

/** For an operator: the newest accounts that are not erased. */
export async function listAccounts(database: Queryable, limit: number): Promise<ListedAccount[]> {
  const { rows } = await database.query<ListedAccount>(
    `select u.id, u.email, u.name, u.created_at as "createdAt", u.disabled_at as "disabledAt",
            coalesce(c.balance, 0) as balance
       from users u left join credit_accounts c on c.user_id = u.id
      where u.erased_at is null order by u.id desc limit $1`,
    [limit],
  );
  return rows;
}

/**
 * Returns whether the account was enabled. Its sessions end for good; its keys are refused until it is enabled again.
 */
export async function disableAccount(database: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "update users set disabled_at = now() where id = $1 and disabled_at is null",
    [id],
  );
  if (rowCount !== 1) return false;
  await endAllSessions(database, id);
  return true;
}

async function endAllSessions(database: Queryable, id: string): Promise<void> {
  await endSessionsOf(database, id);
  await endSessionsOfPerson(database, id);
}

/** Returns whether the account was disabled. */
export async function enableAccount(database: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "update users set disabled_at = null, closed_at = null where id = $1 and disabled_at is not null",
    [id],
  );
  if (rowCount !== 1) return false;
  // A session that was opened while the account was being disabled was refused since; this must not revive it.
  await endAllSessions(database, id);
  return true;
}
