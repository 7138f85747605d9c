import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, localTimeOf, slashedDate } from "../receipts/addis-time.ts";
import { groupedAmount } from "../receipts/amount-text.ts";
import { maskedPhone } from "./telebirr-phone.ts";

export function telebirrReceiptUrl(reference: string): string {
  return `https://transactioninfo.ethiotelecom.et/receipt/${reference}`;
}

/** The payer's message; the full stop after the link is the bank's. */
export function telebirrSms(payment: Payment): string {
  const { charges, reference, sender } = payment;
  const fees = `The service fee is  ETB ${groupedAmount(charges.service)} and  15% VAT on the service fee is ETB ${groupedAmount(charges.vat)}.`;
  return [
    `Dear ${sender.name.split(" ")[0]} `,
    transferPart(payment),
    `${fees} The total is ETB ${groupedAmount(totalPaid(payment))}.`,
    `To download your payment information please click this link: ${telebirrReceiptUrl(reference)}.`,
  ].join("\n");
}

function transferPart({ amount, paidAt, receiver, reference, sender }: Payment): string {
  const local = localTimeOf(paidAt);
  const when = `on ${slashedDate(local)} ${clockOf(local)}`;
  const sum = `You have transferred ETB ${groupedAmount(amount)}`;
  return receiver.bankName === undefined
    ? `${sum} to ${receiver.name} (${maskedPhone(receiver.account)}) ${when}. Your transaction number is ${reference}.`
    : `${sum} successfully from your telebirr account ${sender.account} to ${receiver.bankName} account number ${receiver.account} ${when}. Your telebirr transaction number is ${reference}.`;
}
