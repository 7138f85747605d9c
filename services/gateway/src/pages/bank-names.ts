import { type BankCode, bankTitle } from "@receipts/contracts";
import type { PageLanguage } from "@receipts/web-pages";

/** Each as it is known in Amharic; English has the titles of the bank registry. */
export const amharicBankNames: Readonly<Partial<Record<BankCode, string>>> = {
  cbe: "የኢትዮጵያ ንግድ ባንክ",
  boa: "አቢሲንያ ባንክ",
  telebirr: "ቴሌብር",
  mpesa: "ኤም-ፔሳ",
  cbebirr: "ሲቢኢ ብር",
  dashen: "ዳሸን ባንክ",
  awash: "አዋሽ ባንክ",
  siinqee: "ሲንቄ ባንክ",
  kaafiebirr: "ካፊ ኢ-ብር",
  zemen: "ዘመን ባንክ",
};

/** A bank that is too new to have an Amharic name has its title. */
export function bankName(bank: BankCode, language: PageLanguage): string {
  return (language === "am" ? amharicBankNames[bank] : undefined) ?? bankTitle(bank);
}
