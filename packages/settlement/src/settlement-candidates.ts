import { type BankCode, isWallet } from "@receipts/contracts";
import { isWalletNumber, normalizeAccount } from "./normalize-account.ts";

/** A row of the user's bank accounts. */
export interface SavedAccount {
  /** Null if it is no longer saved. */
  readonly id: string | null;
  readonly bank: BankCode;
  readonly owner: "user" | "business";
  readonly accountNumber: string;
  /** The holder, as entered and as printed by the bank. */
  readonly names: readonly string[];
}

/** One account number, with the ids of all its saved rows. */
export interface Candidate {
  readonly account: string;
  readonly userBankAccountId: string | null;
  readonly businessBankAccountId: string | null;
  /** Names from all saved rows of this number; empty if it was only sent. */
  readonly names: readonly string[];
}

/**
 * Returns the accounts to compare with the receiver's: only the sent one, if there is one. Otherwise all distinct
 * numbers saved for the bank of that account (null if unknown). A bank account is never compared with a wallet's
 * number: a mask would match both.
 */
export function settlementCandidates(
  { bank, accountBank }: { readonly bank: BankCode; readonly accountBank: BankCode | null },
  settlementAccount: string | null,
  savedAccounts: readonly SavedAccount[],
): readonly Candidate[] {
  const rows = savedAccounts
    .filter((saved) => saved.bank === accountBank)
    .map(({ accountNumber, ...row }) => ({ ...row, account: normalizeAccount(accountBank, accountNumber) }));
  return [...accountsToCompare()].map((account) => {
    const same = rows.filter((row) => row.account === account);
    return {
      account,
      userBankAccountId: firstId(same, "user"),
      businessBankAccountId: firstId(same, "business"),
      names: same.flatMap((row) => row.names),
    };
  });

  function accountsToCompare(): Iterable<string> {
    if (settlementAccount === null) return new Set(rows.map((row) => row.account));
    const isAtWallet = accountBank !== null && isWallet(accountBank);
    if (accountBank !== bank && !isAtWallet && isWalletNumber(settlementAccount)) return [];
    return [normalizeAccount(accountBank, settlementAccount)];
  }
}

/** Ids sort by creation time: of several spellings of one number the oldest is named, in any order. */
function firstId(rows: readonly Pick<SavedAccount, "id" | "owner">[], owner: SavedAccount["owner"]) {
  const ids = rows.flatMap((row) => (row.owner === owner && row.id !== null ? [row.id] : []));
  return ids.sort().at(0) ?? null;
}
