import { paysToOtherBanks } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

/** The saved accounts to match with a receipt of a bank, as JSON. */
export interface SavedAccounts {
  /** Returns them as last read: users must check in the database that they are current. */
  lastRead(userId: string, bank: BankCode): Promise<string>;
  /** Call it when they have changed. */
  invalidate(userId: string, bank: BankCode): void;
}

const MAX_CACHED = 10_000;
const CACHE_MS = 3_600_000;

/** Saved accounts as JSON; of all banks if `bank` is null. */
export const savedAccountsOf = (userId: string, bank: string) =>
  `coalesce((select json_agg(json_build_object('id', a.id, 'bank', a.bank, 'owner', a.owner, 'accountNumber', a.account_number,
                             'names', array_prepend(a.account_name, a.other_names)) order by a.id)::text
               from bank_accounts a where a.user_id = ${userId} and (${bank} is null or a.bank = ${bank})), '[]')`;

/** The bank of the accounts that a receipt of this bank may name: null for all banks. */
export const accountsBank = (bank: BankCode) => (paysToOtherBanks(bank) ? null : bank);

export function createSavedAccounts(database: Queryable): SavedAccounts {
  const cached = new Map<string, string>();
  let since = performance.now();
  return {
    lastRead: async (userId, bank) => {
      const key = `${userId} ${bank}`;
      if (cached.size >= MAX_CACHED || performance.now() - since > CACHE_MS) {
        cached.clear();
        since = performance.now();
      }
      const found = cached.get(key);
      if (found !== undefined) return found;
      const { rows } = await database.query<{ accounts: string }>({
        name: "saved_accounts",
        text: `select ${savedAccountsOf("$1", "$2::text")} as accounts`,
        values: [userId, accountsBank(bank)],
      });
      const accounts = rows[0]?.accounts ?? "[]";
      cached.set(key, accounts);
      return accounts;
    },
    invalidate: (userId, bank) => {
      cached.delete(`${userId} ${bank}`);
    },
  };
}
