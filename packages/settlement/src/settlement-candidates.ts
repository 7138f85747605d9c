import type { BankCode } from "@receipts/contracts";
import { normalizeAccount } from "./normalize-account.ts";

/** A row of the user's bank accounts for the bank of the request. */
export interface SavedAccount {
  readonly id: string;
  readonly owner: "user" | "business";
  readonly accountNumber: string;
}

/** One account number, with the ids of everyone who saved it. */
export interface Candidate {
  readonly account: string;
  readonly userBankAccountId: string | null;
  readonly businessBankAccountId: string | null;
}

/** What was sent is the only candidate; without it, every distinct saved number is one. */
export function settlementCandidates(
  bank: BankCode,
  settlementAccount: string | null,
  savedAccounts: readonly SavedAccount[],
): readonly Candidate[] {
  const rows = savedAccounts.map(({ accountNumber, ...row }) => ({
    ...row,
    account: normalizeAccount(bank, accountNumber),
  }));
  const accounts =
    settlementAccount === null
      ? new Set(rows.map((row) => row.account))
      : [normalizeAccount(bank, settlementAccount)];
  return [...accounts].map((account) => {
    const same = rows.filter((row) => row.account === account);
    return {
      account,
      userBankAccountId: firstId(same, "user"),
      businessBankAccountId: firstId(same, "business"),
    };
  });
}

/** Ids sort by the time they were made: of several spellings of one number the oldest is named, in any order. */
function firstId(rows: readonly Pick<SavedAccount, "id" | "owner">[], owner: SavedAccount["owner"]) {
  const ids = rows.filter((row) => row.owner === owner).map((row) => row.id);
  return ids.sort().at(0) ?? null;
}
