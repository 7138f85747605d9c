import type { Payment } from "../payments/payment.ts";
import { localTimeOf, slashedDate } from "../receipts/addis-time.ts";
import { plainAmount } from "../receipts/amount-text.ts";
import { requiredWegagenToken } from "./wegagen-token.ts";

export function wegagenReceiptUrl(token: string): string {
  return `https://transinfo.wegagenbanksc.com.et:8183/?id=${token}`;
}

/** In the words of the bank's QR code, which holds such a message. */
export function wegagenSms({ amount, paidAt, receiver, reference, sender, type }: Payment): string {
  const { transactionId } = requiredWegagenToken(reference);
  const from = `${sender.name.toUpperCase()} ${masked(sender.account)}`;
  const to = `${type === "to-wallet" ? "---" : receiver.name} (${masked(receiver.account)})`;
  return [
    `Amount ETB-${plainAmount(amount)} is Transferred From : ${from} To ${to}, with transaction ID: ${transactionId} on date ${slashedDate(localTimeOf(paidAt))}.`,
    `For more information, click here: ${wegagenReceiptUrl(reference)} - Wegagen Bank.`,
  ].join(" ");
}

/** `1*****4231701` */
function masked(account: string): string {
  return `${account.slice(0, 1)}*****${account.slice(6)}`;
}
