import type { Payment } from "../payments/payment.ts";
import { clockOf, localTimeOf, slashedDate } from "../receipts/addis-time.ts";
import { groupedAmount } from "../receipts/amount-text.ts";

export function kaafiTokenUrl(token: string): string {
  return `https://receipt.ebirr.com/kaafimf/${token}`;
}

export function kaafiTransferUrl(transferId: string): string {
  return `https://transactioninfo.ebirr.com/kaafimf-Ebirr/receipt/${transferId}`;
}

/** The payer's message; only its older form, with the transfer id in the link, is known. */
export function kaafiSms({ amount, charges, paidAt, receiver, reference, sender }: Payment): string {
  const local = localTimeOf(paidAt);
  return [
    `[-EBIRR-KAAFI-] Dear ${sender.name.split(" ")[0]}, You have successfully transferred ETB${groupedAmount(amount)} to ${receiver.name} on ${slashedDate(local)} at ${clockOf(local)}.`,
    `Transfer-Id: ${reference}. Charges: ETB${groupedAmount(charges.service)} with VAT: ETB${groupedAmount(charges.vat)}.`,
    kaafiTransferUrl(reference),
  ].join(" ");
}
