import { type BankCode, bankCodes, bankNames, isWallet } from "@receipts/contracts";

const legalForm = / (?:s ?c|share company)$/;

/** Removes the legal form, which is written in many ways, from a bank's name. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, " ")
    .trim()
    .replace(legalForm, "");
}

const byName = (codes: readonly BankCode[]): ReadonlyMap<string, BankCode> =>
  new Map(codes.flatMap((code) => bankNames(code).map((name) => [plainName(name), code] as const)));

/** Wallets are not banks. */
const banksByName = byName(bankCodes.filter((code) => !isWallet(code)));
const walletsByName = byName(bankCodes.filter(isWallet));

/** Finds the bank of a transfer's receiver by its whole name; null for an unknown bank. */
export function creditedBank(name: string): BankCode | null {
  return banksByName.get(plainName(name)) ?? null;
}

/** Finds a wallet by its whole name. */
export function walletNamed(name: string): BankCode | null {
  return walletsByName.get(plainName(name)) ?? null;
}
