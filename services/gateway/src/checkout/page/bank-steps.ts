import { numberPlaces } from "@receipts/banks";
import { type BankCode, isSupportedBank } from "@receipts/contracts";
import { type Html, html, type PageLanguage } from "@receipts/web-pages";

/** Codes that open the bank's menu on any phone of the country, without an app or data, as the banks publish them. */
const dialCodes: Partial<Record<BankCode, string>> = {
  telebirr: "*127#",
  cbebirr: "*847#",
  mpesa: "*733#",
  cbe: "*889#",
  dashen: "*996#",
};

export function dialCodeOf(bank: BankCode): { readonly code: string; readonly href: string } | undefined {
  const code = dialCodes[bank];
  return code === undefined ? undefined : { code, href: `tel:${code.replace("#", "%23")}` };
}

/** Which part of the bank's message proves the payment. */
export function messageHelp(bank: BankCode, language: PageLanguage): Html | undefined {
  if (!isSupportedBank(bank)) return undefined;
  // Names of labels are between backticks.
  const parts = numberPlaces(bank)[language].message.split("`");
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part))}`;
}
