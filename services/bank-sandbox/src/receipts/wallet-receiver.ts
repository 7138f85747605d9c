import type { Receiver } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { internationalPhone } from "./mobile-phone.ts";

export interface WalletRules {
  /** What merchants are paid by, where they have codes. */
  readonly merchantCode?: RegExp;
  readonly merchantMessage?: string;
  /** A number of the wallet's own. */
  readonly phoneExample: string;
}

/** A bank account where the order has `receiverBank`, a merchant's code, or a phone; else what it must be. */
export function walletReceiver(
  { receiverAccount: account, receiverName: name, receiverBank, type }: PaymentOrder,
  { merchantCode, merchantMessage, phoneExample }: WalletRules,
): Receiver | { readonly mustBe: string } {
  if (receiverBank !== undefined) {
    return /^\d{6,20}$/.test(account)
      ? { name, account, bankName: receiverBank }
      : { mustBe: "must be a bank account of 6 to 20 digits" };
  }
  if (type === "merchant")
    return merchantCode?.test(account) ? { name, account } : { mustBe: merchantMessage ?? "" };
  const phone = internationalPhone(account);
  return phone === undefined
    ? {
        mustBe: `must be an Ethiopian mobile number such as ${phoneExample} (a bank account needs receiverBank)`,
      }
    : { name, account: phone };
}
