import { type BankCode, bankCodes, bankNames, isWallet } from "@receipts/contracts";

const legalForm = / (?:s ?c|share company)$/;

/** What is left of a bank's name without its legal form, which is written in many ways. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, " ")
    .trim()
    .replace(legalForm, "");
}

/** Wallets are no banks. */
const banksByName: ReadonlyMap<string, BankCode> = new Map(
  bankCodes
    .filter((code) => !isWallet(code))
    .flatMap((code) => bankNames(code).map((name) => [plainName(name), code] as const)),
);

/** The bank that a transfer went to, by its whole name; null for one that we do not know. */
export function creditedBank(name: string): BankCode | null {
  return banksByName.get(plainName(name)) ?? null;
}
