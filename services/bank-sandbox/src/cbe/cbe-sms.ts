import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, localTimeOf, slashedDate } from "../receipts/addis-time.ts";
import { groupedAmount } from "../receipts/amount-text.ts";
import { drawnBalance } from "../receipts/seeded-draw.ts";
import { isInternal, printedName } from "./cbe-parties.ts";

/** The last eight digits of the bank's own customer: the payer, or the receiver of incoming money. */
export function cbeSuffix({ receiver, sender }: Payment): string {
  return (isInternal(sender) ? receiver : sender).account.slice(-8);
}

/** The customer's message: its link ends in the customer's own digits. */
export function cbeSms(payment: Payment, receiptUrl: string): string {
  return [
    isInternal(payment.sender) ? creditText(payment) : debitText(payment),
    `Your Current Balance is ETB ${groupedAmount(drawnBalance(payment.reference))}. Thank you for Banking with CBE! ${receiptUrl}`,
  ].join(" ");
}

function creditText({ amount, paidAt, receiver, reference, sender }: Payment): string {
  return `Dear ${receiver.name.split(" ")[0]} your Account 1*********${receiver.account.slice(-4)} has been Credited with ETB ${groupedAmount(amount)} from ${printedName(sender)}, ${timeText(paidAt)} with Ref No ${reference}.`;
}

/** "transfered" is the bank's spelling. */
function debitText(payment: Payment): string {
  const { amount, charges, paidAt, receiver, sender } = payment;
  return [
    `Dear ${sender.name.split(" ")[0]}, You have transfered ETB ${groupedAmount(amount)} to ${receiver.name} ${timeText(paidAt)} from your account 1*********${sender.account.slice(-4)}.`,
    `Your account has been debited with a S.charge of ETB ${groupedAmount(charges.service)} and VAT(15%) of ETB${groupedAmount(charges.vat)} and Disaster Fund (5%) of ETB${groupedAmount(charges.levy)}, with a total of ETB ${groupedAmount(totalPaid(payment))}.`,
  ].join(" ");
}

function timeText(paidAt: Date): string {
  const local = localTimeOf(paidAt);
  return `on ${slashedDate(local)} at ${clockOf(local)}`;
}
