import type { Payment } from "../payments/payment.ts";
import { clockOf, localTimeOf, slashedDate } from "../receipts/addis-time.ts";
import { groupedAmount } from "../receipts/amount-text.ts";

export function amharaReceiptUrl(reference: string): string {
  return `https://receipt.amharabank.com.et/?trx=${reference}`;
}

/** No message of the bank is known: this form is the sandbox's own. */
export function amharaSms({ amount, paidAt, receiver, reference, sender, type }: Payment): string {
  const local = localTimeOf(paidAt);
  const sum = `ETB ${groupedAmount(amount)}`;
  const movement =
    type === "incoming"
      ? `${sum} from ${sender.name} was credited to your account ending in ${receiver.account.slice(-4)}`
      : `${sum} was transferred to ${receiver.name} from your account ending in ${sender.account.slice(-4)}`;
  return `Dear Customer, ${movement} on ${slashedDate(local)} at ${clockOf(local)}, reference ${reference}. Receipt: ${amharaReceiptUrl(reference)} Amhara Bank`;
}
