import { type BankCode, isSupportedBank, type PaymentOption, supportedBankCodes } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { normalizeAccount } from "@receipts/settlement";
import { ApiProblem, invalidPayload } from "../../http/api-problem.ts";

/** The banks of most payers come first; the rest in the specification's order. */
const bankOrder: readonly BankCode[] = [...new Set<BankCode>(["telebirr", "cbe", ...supportedBankCodes])];

/** Returns the accounts for payers of this account, each number once. Throws if there is none. */
export async function choosePaymentOptions(
  database: Queryable,
  userId: string,
  banks: readonly string[] | undefined,
): Promise<PaymentOption[]> {
  const { rows } = await database.query<PaymentOption>({
    name: "payment_options",
    text: `select bank, account_number as "accountNumber", account_name as "accountName"
             from bank_accounts where user_id = $1 order by id`,
    values: [userId],
  });
  const saved = withoutDoubles(rows.filter(({ bank }) => isSupportedBank(bank)));
  if (saved.length === 0) throw new ApiProblem("no_settlement_accounts");
  const missing = banks?.filter((bank) => saved.every((option) => option.bank !== bank)) ?? [];
  if (missing.length > 0) {
    throw invalidPayload([
      { field: "banks", message: `the account has no saved bank account with ${missing.join(", ")}` },
    ]);
  }
  return bankOrder.flatMap((bank) =>
    banks === undefined || banks.includes(bank) ? saved.filter((option) => option.bank === bank) : [],
  );
}

/** A number saved by both the user and the business is one account. */
function withoutDoubles(options: readonly PaymentOption[]): PaymentOption[] {
  const byNumber = new Map<string, PaymentOption>();
  for (const option of options) {
    const key = `${option.bank} ${normalizeAccount(option.bank, option.accountNumber)}`;
    if (!byNumber.has(key)) byNumber.set(key, option);
  }
  return [...byNumber.values()];
}
