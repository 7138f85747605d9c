import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, localTimeOf, slashedDate } from "../receipts/addis-time.ts";
import { groupedAmount } from "../receipts/amount-text.ts";
import { maskedSiinqeeAccount } from "./siinqee-receipt-page.ts";

/** The address that public code claims; nobody has proven it. */
export function siinqeeReceiptUrl(reference: string): string {
  return `https://siinqeebank.com/receipt/${reference}`;
}

/** No message of the bank is known: this form is the sandbox's own. */
export function siinqeeSms(payment: Payment): string {
  const { amount, paidAt, receiver, reference, sender } = payment;
  const local = localTimeOf(paidAt);
  return [
    `Dear ${sender.name.split(" ")[0]}, ETB ${groupedAmount(amount)} has been transferred from your account ${maskedSiinqeeAccount(sender.account)} to ${receiver.name} on ${slashedDate(local)} at ${clockOf(local)}.`,
    `The total debited with charges is ETB ${groupedAmount(totalPaid(payment))}. Transaction reference ${reference}.`,
    `Receipt: ${siinqeeReceiptUrl(reference)} Siinqee Bank`,
  ].join(" ");
}
