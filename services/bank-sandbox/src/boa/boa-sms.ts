import type { Payment } from "../payments/payment.ts";
import { groupedAmount } from "../receipts/amount-text.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { settlement } from "./boa-payments.ts";

export function boaReceiptUrl({ reference, sender }: Payment): string {
  return `https://cs.bankofabyssinia.com/slip/?trx=${reference}${sender.account.slice(-5)}`;
}

/** Of the customer's own bank: the payer's, or the receiver's where money came in. The feedback link is no receipt. */
export function boaSms(payment: Payment): string {
  const { reference } = payment;
  const balance = BigInt(createSeededDraw(reference).number("balance", 5_000_000));
  return [
    `${movement(payment)}. Available Balance: ETB ${groupedAmount(balance)}.`,
    `Receipt: ${boaReceiptUrl(payment)}`,
    `Feedback: https://cs.bankofabyssinia.com/cs/?trx=C${reference}`,
    "For help, call 8397 (24/7 Toll-Free). Bank of Abyssinia.",
  ].join("\n");
}

function movement({ amount, receiver, sender, type }: Payment): string {
  const isIncoming = type === "incoming";
  const { name, account } = isIncoming ? receiver : sender;
  const customer = `Dear ${name.split(" ")[0]}, your account 1*${account.slice(-2)}`;
  const sum = `ETB ${groupedAmount(amount)}`;
  // The spaces around the name are the bank's.
  return isIncoming
    ? `${customer} was credited with ${sum} by  ${settlement.name} `
    : `${customer} was debited with ${sum}`;
}
