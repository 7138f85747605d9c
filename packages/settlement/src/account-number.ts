import { type BankCode, bankTitle, isWallet } from "@receipts/contracts";
import { hasTextAfter, normalizeAccount } from "./normalize-account.ts";

const aPhoneOrCode = "must be a phone number such as 0911223344, or a merchant code of 4 to 8 digits";

/**
 * Why no account of this bank has this number; undefined if one may have it. Exact where the bank's form is certain: a
 * payer is told to pay to this number, as it is written. Text after it, as banks print it, could be another number.
 */
export function accountNumberFault(bank: BankCode, text: string): string | undefined {
  if (hasTextAfter(text)) return "must be the number alone, without text after it";
  const normalized = normalizeAccount(bank, text);
  if (isWallet(bank)) return /^(?:0[79]\d{8}|\d{4,8})$/.test(normalized) ? undefined : aPhoneOrCode;
  if (bank === "cbe")
    return /^1000\d{9}$/.test(normalized)
      ? undefined
      : `must be a whole account number of ${bankTitle(bank, "en")}: 13 digits that begin with 1000`;
  return /^\d{5,20}$/.test(normalized) ? undefined : "must be a whole account number of 5 to 20 digits";
}
