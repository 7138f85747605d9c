import type { Payment } from "../payments/payment.ts";
import { halfDayClockOf, localTimeOf } from "../receipts/addis-time.ts";
import { groupedAmount } from "../receipts/amount-text.ts";
import { drawnBalance } from "../receipts/seeded-draw.ts";

export function mpesaReceiptUrl(reference: string): string {
  return `https://m-pesabusiness.safaricom.et/receipt/${reference}`;
}

/** `251714***111` */
export function maskedMpesaPhone(phone: string): string {
  return `${phone.slice(0, 6)}***${phone.slice(-3)}`;
}

/** The payer's message; the two spaces before the wallet's name are the bank's. */
export function mpesaSms(payment: Payment): string {
  const { amount, charges, paidAt, reference, sender } = payment;
  return [
    `Dear ${sender.name.split(" ")[0]}, you have sent ${groupedAmount(amount)} Birr to ${addressee(payment)} on ${smsTime(paidAt)}.`,
    `Transaction number ${reference}. Transaction fee ${groupedAmount(charges.service)} Birr.`,
    `Your current  M-PESA balance is ${groupedAmount(drawnBalance(reference))} Birr. Get your receipt here: ${mpesaReceiptUrl(reference)}`,
  ].join(" ");
}

function addressee({ receiver, type }: Payment): string {
  const { account, bankName, name } = receiver;
  if (bankName !== undefined) return `${name} ${bankName} ${account}`;
  return type === "merchant" ? `${name} ${account}` : `${name} ${maskedMpesaPhone(account)}`;
}

/** `2/3/26 at 11:53 AM`: day first */
function smsTime(instant: Date): string {
  const local = localTimeOf(instant);
  const [clock = "", half = ""] = halfDayClockOf(local).split(" ");
  const [hour, minute] = clock.split(":");
  return `${local.day}/${local.month}/${local.year % 100} at ${Number(hour)}:${minute} ${half}`;
}
