import type { Payment } from "../payments/payment.ts";
import { clockOf, localTimeOf, twoDigits } from "../receipts/addis-time.ts";
import { groupedAmount } from "../receipts/amount-text.ts";
import { writeYearDay } from "../receipts/reference-day.ts";
import { capitalsAndDigits, createSeededDraw, drawnBalance } from "../receipts/seeded-draw.ts";

export function cbebirrReceiptUrl({ reference, sender }: Payment): string {
  return `https://cbepay1.cbe.com.et/aureceipt?TID=${reference}&PH=${sender.account}`;
}

/** The number of the same payment in the bank's core system. */
export function cbebirrOrderId({ paidAt, reference }: Payment): string {
  const ending = createSeededDraw(reference).text("order", 5, capitalsAndDigits);
  return `FT${writeYearDay(localTimeOf(paidAt))}${ending}`;
}

/** The payer's message; the missing spaces after full stops are the bank's. */
export function cbebirrSms(payment: Payment): string {
  const { amount, paidAt, receiver, reference, sender } = payment;
  return [
    `Dear ${sender.name.split(" ")[0]?.toLowerCase()}, you have successfully transferred ${groupedAmount(amount)}Br. to ${receiver.account}-${receiver.name.toUpperCase()} on ${smsTime(paidAt)}.`,
    `Txn ID ${reference},${cbebirrOrderId(payment)}.Your CBEBirr account balance is ${groupedAmount(drawnBalance(reference))}Br.`,
    `Thank You for Choosing CBE Birr ! For invoice ${cbebirrReceiptUrl(payment)}`,
  ].join("");
}

/** `21-05-2026 09:04:50` */
function smsTime(instant: Date): string {
  const local = localTimeOf(instant);
  return `${twoDigits(local.day)}-${twoDigits(local.month)}-${local.year} ${clockOf(local)}`;
}
