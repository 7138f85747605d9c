import { type BankCode, isWallet } from "@receipts/contracts";

/** Every mask character of the banks, told apart nowhere: normalized forms have `*` only. */
const maskCharacters = /[*xX•#]/g;

/** `01320******8777/BANK`, `251911223344 - HANA GIRMA`: what follows is the bank's or the holder's name. */
const tail = /\/.*$|\s-\s.*$/s;

/** The typographic dashes too: documents are typeset. */
const spacesAndDashes = /[\s\p{Pd}]/gu;

const maxAccountLength = 64;

/**
 * The form in which account numbers are saved, compared and fingerprinted. Applying it twice changes nothing.
 * Phone numbers of wallets become national (`09…`, `07…`), masked ones too. Null is a bank that we do not know.
 */
export function normalizeAccount(bank: BankCode | null, text: string): string {
  const bare = bareAccount(text);
  return bank !== null && isWallet(bank) ? nationalPhone(bare) : bare;
}

/** Whether this can be the number of an Ethiopian wallet, in any of its spellings. */
export function isWalletNumber(text: string): boolean {
  return /^0[79]\d{8}$/.test(nationalPhone(bareAccount(text)));
}

/** The number as printed, without what is written around and between its characters. */
export function bareAccount(text: string): string {
  return text.replace(tail, "").replace(spacesAndDashes, "").replace(maskCharacters, "*");
}

/** Whether a number that a user gives can be compared with anything: whole, with digits, and of a sane length. */
export function isUsableSettlementAccount(bank: BankCode, text: string): boolean {
  if (text.length > maxAccountLength || /\p{Cc}/u.test(text)) return false;
  const normalized = normalizeAccount(bank, text);
  return /\d/.test(normalized) && !isMasked(normalized);
}

export function isMasked(normalized: string): boolean {
  return normalized.includes("*");
}

/**
 * A masked number tells nothing of its length (`9**5678` may hide two digits or four), so that its visible start
 * alone decides; the wallets mask nothing but phone numbers. A whole number has to have the length of one.
 */
function nationalPhone(bare: string): string {
  const international = isMasked(bare) ? /^\+?251(?=[79*])/ : /^\+?251(?=[79]\d{8}$)/;
  const withoutTrunkZero = isMasked(bare) ? /^(?=[79])/ : /^(?=[79]\d{8}$)/;
  return bare.replace(international, "0").replace(withoutTrunkZero, "0");
}
