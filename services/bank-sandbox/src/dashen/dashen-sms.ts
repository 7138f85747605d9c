import type { Payment } from "../payments/payment.ts";
import { clockOf, dashedDate, localTimeOf } from "../receipts/addis-time.ts";
import { groupedAmount, shortAmount } from "../receipts/amount-text.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { maskedDashenAccount } from "./dashen-receipt-page.ts";

export function dashenReceiptUrl(reference: string): string {
  return `https://receipts.dashenbanksc.com/receipt/${reference}`;
}

/** The payer's message; the stray `=`, the doubled spaces and the full stop after the link are the bank's. */
export function dashenSms({ amount, charges, paidAt, receiver, reference, sender }: Payment): string {
  const local = localTimeOf(paidAt);
  const balance = BigInt(createSeededDraw(reference).number("balance", 5_000_000));
  const to = receiver.bankName === undefined ? "the account" : `the ${receiver.bankName} account`;
  return [
    `Dear Customer, ETB ${groupedAmount(amount)} from your account ${maskedDashenAccount(sender.account, 8)} has been credited to ${to} ${maskedDashenAccount(receiver.account, 8)} on ${dashedDate(local)} at ${clockOf(local)} with transaction reference ${reference}. `,
    `The service charge is ETB ${shortAmount(charges.service)}, VAT (15%) ETB ${shortAmount(charges.vat)} and DRRF (5%) ETB ${shortAmount(charges.levy)}.`,
    `Your current balance is ETB ${groupedAmount(balance)}. Thank you for using Dashen Super App!`,
    `Download receipt:  = ${dashenReceiptUrl(reference)}.`,
  ].join(" ");
}
