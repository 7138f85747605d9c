import { type BankCode, isWallet } from "@receipts/contracts";
import { isWalletNumber, normalizeAccount } from "./normalize-account.ts";

/** A row of the user's bank accounts. */
export interface SavedAccount {
  /** Null where it is no longer saved. */
  readonly id: string | null;
  readonly bank: BankCode;
  readonly owner: "user" | "business";
  readonly accountNumber: string;
  /** The holder, as entered and as the bank prints it. */
  readonly names: readonly string[];
}

/** One account number, with the ids of everyone who saved it. */
export interface Candidate {
  readonly account: string;
  readonly userBankAccountId: string | null;
  readonly businessBankAccountId: string | null;
  /** Names from every saved row of this number; empty if the number was only sent. */
  readonly names: readonly string[];
}

/**
 * What the receiver's account is compared with: what was sent and nothing else; without it, every distinct number that is
 * saved for the bank which has that account (null for one that we do not know). A bank's account is never compared with
 * the number of a wallet, for a mask would fit both.
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

/** Ids sort by the time they were made: of several spellings of one number the oldest is named, in any order. */
function firstId(rows: readonly Pick<SavedAccount, "id" | "owner">[], owner: SavedAccount["owner"]) {
  const ids = rows.flatMap((row) => (row.owner === owner && row.id !== null ? [row.id] : []));
  return ids.sort().at(0) ?? null;
}
