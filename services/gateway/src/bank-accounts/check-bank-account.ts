import { type BankAccountDraft, isBankCode, isSupportedBank, supportedBankCodes } from "@receipts/contracts";
import { isUsableSettlementAccount, normalizeAccount } from "@receipts/settlement";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import type { CheckedBankAccount } from "./bank-account-repository.ts";

/** Whole numbers only: a masked one would match nothing. */
const WHOLE_NUMBER = /^\+?\d{4,34}$/;

/**
 * Throws 422 with the field. Normalizes the number as the receivers of receipts are; otherwise they could not match.
 */
export function checkBankAccount(draft: BankAccountDraft): CheckedBankAccount {
  const { bank } = draft;
  if (!isBankCode(bank) || !isSupportedBank(bank)) {
    throw new ApiProblem("unsupported_bank", {
      message: `Accounts of this bank cannot be saved; supported are ${supportedBankCodes.join(", ")}`,
      details: [{ field: "bank", message: "is not a supported bank" }],
    });
  }
  const accountNumber = draft.accountNumber.trim();
  const normalizedNumber = normalizeAccount(bank, accountNumber);
  if (!isUsableSettlementAccount(bank, accountNumber) || !WHOLE_NUMBER.test(normalizedNumber)) {
    throw invalidPayload([
      { field: "accountNumber", message: "must be a whole account or phone number of 4 to 34 digits" },
    ]);
  }
  return { ...draft, bank, accountNumber, normalizedNumber };
}

/** `****0936`; shows fewer digits of a short number, so that most of it stays hidden. */
export function maskedNumber(accountNumber: string): string {
  const digits = accountNumber.replace(/\D/g, "");
  return `****${digits.slice(digits.length >= 8 ? -4 : -2)}`;
}
