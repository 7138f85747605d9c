import {
  type BankAccount,
  type BankAccountDraft,
  isBankCode,
  isSupportedBank,
  supportedBankCodes,
} from "@receipts/contracts";
import { accountNumberFault, isUsableSettlementAccount, normalizeAccount } from "@receipts/settlement";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import type { CheckedBankAccount } from "./bank-account-repository.ts";

/**
 * Throws 422 with the field. Normalizes the number as the receivers of receipts are; otherwise they could not match. A
 * number that `isSaved` already stays, even if no account has it.
 */
export function checkBankAccount(draft: BankAccountDraft, { isSaved = false } = {}): CheckedBankAccount {
  const { bank } = draft;
  if (!isBankCode(bank) || !isSupportedBank(bank)) {
    throw new ApiProblem("unsupported_bank", {
      message: `Accounts of this bank cannot be saved; supported are ${supportedBankCodes.join(", ")}`,
      details: [{ field: "bank", message: "is not a supported bank" }],
    });
  }
  const accountNumber = draft.accountNumber.trim();
  const normalizedNumber = normalizeAccount(bank, accountNumber);
  const fault = isUsableSettlementAccount(bank, accountNumber)
    ? accountNumberFault(bank, accountNumber)
    : "must be a whole account or phone number, without a mask";
  if (fault !== undefined && !isSaved) throw invalidPayload([{ field: "accountNumber", message: fault }]);
  return { ...draft, bank, accountNumber, normalizedNumber };
}

/** `****0936` of the number that receipts are compared with; fewer digits of a short one, so that most stays hidden. */
export function maskedNumber({ bank, accountNumber }: Pick<BankAccount, "bank" | "accountNumber">): string {
  const digits = normalizeAccount(bank, accountNumber).replace(/\D/g, "");
  return `****${digits.slice(digits.length >= 8 ? -4 : -2)}`;
}
