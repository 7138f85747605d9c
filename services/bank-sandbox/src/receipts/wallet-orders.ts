import type { Charges, Receiver } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { localTimeOf } from "./addis-time.ts";
import { internationalPhone } from "./mobile-phone.ts";
import { placed, refused } from "./placed-order.ts";
import { randomEnding } from "./random-text.ts";
import { writeWalletDay } from "./reference-day.ts";

export interface WalletRules {
  /** Shape of a merchant's code, if the wallet has codes. */
  readonly merchantCode?: RegExp;
  readonly merchantMessage?: string;
  /** A phone number of this wallet. */
  readonly phoneExample: string;
}

interface WalletOrderRules extends WalletRules {
  readonly yearOfA: number;
  readonly charge: (amount: bigint) => Charges;
  readonly payerOf: (reference: string) => string;
  refuse?(order: PaymentOrder): OrderResult | undefined;
}

/** A payment whose reference consists of its day and seven characters. */
export function placeWalletOrder(order: PaymentOrder, rules: WalletOrderRules): OrderResult {
  const { yearOfA, charge, payerOf } = rules;
  const day = writeWalletDay(localTimeOf(order.paidAt), yearOfA);
  if (day === undefined) return refused("paidAt", `must be in ${yearOfA} or later, up to ${yearOfA + 25}`);
  if (order.type !== undefined && order.receiverBank !== undefined) {
    return refused("type", "is not for a transfer to a bank");
  }
  const refusal = rules.refuse?.(order);
  if (refusal !== undefined) return refusal;
  const receiver = walletReceiver(order, rules);
  if ("mustBe" in receiver) return refused("receiverAccount", receiver.mustBe);
  const reference = `${day}${randomEnding(7)}`;
  return placed(order, {
    reference,
    receiver,
    charges: charge(order.amount),
    senderAccount: payerOf(reference),
    ...(order.type !== undefined && { type: order.type }),
  });
}

/** A bank account if the order has `receiverBank`, a merchant's code, or a phone; otherwise the required form. */
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
