import { type BankAccount, type BankAccountDraft, type BankAccountQuery, newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

const columns = `id, bank, account_number as "accountNumber", account_name as "accountName", label, owner,
  iso_utc(created_at) as "createdAt", iso_utc(updated_at) as "updatedAt", other_names as "otherNames",
  branch_id as "branchId"`;

/** Validated: a supported bank, a whole number, and its normalized form for comparisons. */
export type CheckedBankAccount = BankAccountDraft & {
  readonly bank: BankAccount["bank"];
  readonly normalizedNumber: string;
};

export async function listBankAccounts(
  database: Queryable,
  userId: string,
  { bank, limit, offset }: BankAccountQuery,
): Promise<{ rows: BankAccount[]; total: number }> {
  const where = "user_id = $1 and ($2::text is null or bank = $2)";
  const page = await database.query<BankAccount>(
    `select ${columns} from bank_accounts where ${where} order by id limit $3 offset $4`,
    [userId, bank ?? null, limit, offset],
  );
  const count = await database.query<{ total: number }>(
    `select count(*) as total from bank_accounts where ${where}`,
    [userId, bank ?? null],
  );
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

export async function findBankAccount(
  database: Queryable,
  userId: string,
  id: string,
): Promise<BankAccount | undefined> {
  const { rows } = await database.query<BankAccount>(
    `select ${columns} from bank_accounts where id = $1 and user_id = $2`,
    [id, userId],
  );
  return rows[0];
}

/** Finds the accounts with this number: the user's, the business's, or both. */
export async function findBankAccountsOfNumber(
  database: Queryable,
  userId: string,
  { bank, accountNumber }: Pick<BankAccount, "bank" | "accountNumber">,
): Promise<BankAccount[]> {
  const { rows } = await database.query<BankAccount>(
    `select ${columns} from bank_accounts where user_id = $1 and bank = $2 and account_number = $3 order by id`,
    [userId, bank, accountNumber],
  );
  return rows;
}

/** Adds a spelling of the holder's name. */
export async function addOtherName(
  database: Queryable,
  userId: string,
  id: string,
  name: string,
): Promise<BankAccount | undefined> {
  const { rows } = await database.query<BankAccount>(
    `update bank_accounts set other_names = array_append(other_names, $3), updated_at = now_ms()
      where id = $1 and user_id = $2 returning ${columns}`,
    [id, userId, name],
  );
  return rows[0];
}

export async function countBankAccounts(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query<{ total: number }>(
    "select count(*) as total from bank_accounts where user_id = $1",
    [userId],
  );
  return rows[0]?.total ?? 0;
}

/** Returns undefined if this owner has already saved this number. */
export async function insertBankAccount(
  database: Queryable,
  userId: string,
  account: CheckedBankAccount,
): Promise<BankAccount | undefined> {
  const { rows } = await database.query<BankAccount>(
    `insert into bank_accounts (id, user_id, bank, owner, account_number, normalized_number, account_name, label,
                                other_names, branch_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (user_id, bank, owner, normalized_number) do nothing
     returning ${columns}`,
    [newId("bankAccount"), userId, ...valuesOf(account)],
  );
  return rows[0];
}

/** Returns undefined if another saved account of this owner has this number. */
export async function updateBankAccount(
  database: Queryable,
  userId: string,
  id: string,
  account: CheckedBankAccount,
): Promise<BankAccount | undefined> {
  const { rows } = await database.query<BankAccount>(
    `update bank_accounts set bank = $3, owner = $4, account_number = $5, normalized_number = $6, account_name = $7,
            label = $8, other_names = $9, branch_id = $10, updated_at = now_ms()
      where id = $1 and user_id = $2
        and not exists (select from bank_accounts other
                         where other.user_id = $2 and other.bank = $3 and other.owner = $4
                           and other.normalized_number = $6 and other.id <> $1)
     returning ${columns}`,
    [id, userId, ...valuesOf(account)],
  );
  return rows[0];
}

export async function deleteBankAccount(database: Queryable, userId: string, id: string): Promise<void> {
  await database.query("delete from bank_accounts where id = $1 and user_id = $2", [id, userId]);
}

export async function hasBusiness(database: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await database.query("select from businesses where user_id = $1", [userId]);
  return rowCount === 1;
}

function valuesOf(account: CheckedBankAccount): unknown[] {
  const { bank, owner, accountNumber, normalizedNumber, accountName, label, otherNames, branchId } = account;
  return [bank, owner, accountNumber, normalizedNumber, accountName, label, otherNames, branchId];
}
