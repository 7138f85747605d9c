import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, localTimeOf, twoDigits } from "../receipts/addis-time.ts";
import { groupedAmount, shortGroupedAmount } from "../receipts/amount-text.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";

export function siinqeeReceiptUrl(reference: string): string {
  return `https://receipts.siinqeebank.com:871/generate/${reference}`;
}

const months = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");

/** Of a debit; a credit's has a reference and no link. */
export function siinqeeSms(payment: Payment): string {
  const { paidAt, reference, sender } = payment;
  const local = localTimeOf(paidAt);
  const day = `${twoDigits(local.day)}-${months[local.month - 1]}-${local.year}`;
  const balance = BigInt(createSeededDraw(reference).number("balance", 5_000_000));
  return [
    `Dear ${sender.name.toUpperCase()}, Your account XXXXXX${sender.account.slice(-8)} has been debited with ETB ${shortGroupedAmount(totalPaid(payment))} Ref: ${reference} on ${day} ${clockOf(local)}.`,
    `Available Balance is ETB ${groupedAmount(balance)}. Thank you for banking with SIINQEE BANK. ${siinqeeReceiptUrl(reference)}`,
  ].join(" ");
}
