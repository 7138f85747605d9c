import { type BankAccount, bankAccountChangeSchema } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { canNamesAgree } from "@receipts/settlement";
import { addOtherName, findBankAccountsOfNumber } from "./bank-account-repository.ts";
import { type BankAccountActor, recordChange } from "./record-change.ts";

/**
 * Adds a name, as printed on a receipt, to every saved account of this number that lacks it. The account is locked.
 * Returns the error, if any, as words that follow the field's name.
 */
export async function rememberName(
  client: Queryable,
  change: BankAccountActor,
  option: Pick<BankAccount, "bank" | "accountNumber">,
  name: string,
): Promise<string | undefined> {
  if (!canNamesAgree([name]))
    return "needs a name with two words that count (PLC and titles do not): no other proves a receiver. Accept without it";
  const accounts = await findBankAccountsOfNumber(client, change.userId, option);
  if (accounts.length === 0) return "needs the account to be still saved";
  for (const before of accounts) {
    const { accountName, otherNames } = before;
    if ([accountName, ...otherNames].includes(name)) continue;
    const fits = bankAccountChangeSchema.safeParse({ otherNames: [...otherNames, name] });
    if (!fits.success) return `cannot be true: otherNames of ${before.id} ${fits.error.issues[0]?.message}`;
    const after = await addOtherName(client, change.userId, before.id, name);
    if (after !== undefined) await recordChange(client, change, { before, after });
  }
  return undefined;
}
