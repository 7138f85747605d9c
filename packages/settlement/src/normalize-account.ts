import { type BankCode, isWallet } from "@receipts/contracts";

/** All mask characters of the banks; normalized forms have only `*`. */
const maskCharacters = /[*xX•#]/g;

/** `01320******8777/BANK`, `251911223344 - HANA GIRMA`: the rest is the bank's or the holder's name. */
const tail = /\/.*$|\s-\s.*$/s;

/** With typographic dashes: documents are typeset. */
const spacesAndDashes = /[\s\p{Pd}]/gu;

const maxAccountLength = 64;

/**
 * Returns the form in which account numbers are saved, compared and fingerprinted. Idempotent. Phone numbers of wallets
 * become national (`09…`, `07…`), masked ones too. A null bank is unknown.
 */
export function normalizeAccount(bank: BankCode | null, text: string): string {
  const bare = bareAccount(text);
  return bank !== null && isWallet(bank) ? nationalPhone(bare) : bare;
}

/** Whether this can be the number of an Ethiopian wallet, in any spelling. */
export function isWalletNumber(text: string): boolean {
  return /^0[79]\d{8}$/.test(nationalPhone(bareAccount(text)));
}

/** The number as printed, without the text around it and separators within. */
export function bareAccount(text: string): string {
  return text.replace(tail, "").replace(spacesAndDashes, "").replace(maskCharacters, "*");
}

/** Whether the normalized number is only a part of the text. */
export function hasTextAfter(text: string): boolean {
  return tail.test(text);
}

/** Whether a number from a user can be compared: unmasked, with digits, and of a sane length. */
export function isUsableSettlementAccount(bank: BankCode, text: string): boolean {
  if (text.length > maxAccountLength || /\p{Cc}/u.test(text)) return false;
  const normalized = normalizeAccount(bank, text);
  return /\d/.test(normalized) && !isMasked(normalized);
}

export function isMasked(normalized: string): boolean {
  return normalized.includes("*");
}

/**
 * A mask hides the length of a number (`9**5678` may hide two digits or four), so only its visible start decides;
 * wallets mask nothing but phone numbers. An unmasked number must have the length of a phone number.
 */
function nationalPhone(bare: string): string {
  const international = isMasked(bare) ? /^\+?251(?=[79*])/ : /^\+?251(?=[79]\d{8}$)/;
  const withoutTrunkZero = isMasked(bare) ? /^(?=[79])/ : /^(?=[79]\d{8}$)/;
  return bare.replace(international, "0").replace(withoutTrunkZero, "0");
}
