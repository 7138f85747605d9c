import type { Party } from "../payments/payment.ts";

/** Accounts of the bank that payments from and to other banks pass through. They do not end in eight digits. */
export const internalAccounts = { incoming: "ETB-0733", outgoing: "ETB-0744" } as const;

/** The bank truncates and misspells these. */
const internalNames: Readonly<Record<string, string>> = {
  [internalAccounts.incoming]: "Inter Bank Account to Account rece",
  [internalAccounts.outgoing]: "FT SUSPNESE ACCOUNT",
};

/** The customer's name, or that of the bank's own account used in its place. */
export function printedName({ account, name }: Party): string {
  return internalNames[account] ?? name;
}

export function isInternal({ account }: Party): boolean {
  return account in internalNames;
}

/** `1****6789` and `E****0733` on the PDF, `1********6789` in the JSON. */
export function maskedCbeAccount(account: string, stars: number): string {
  return `${account.slice(0, 1)}${"*".repeat(stars)}${account.slice(-4)}`;
}
