import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, localTimeOf, twoDigits } from "../receipts/addis-time.ts";
import { amountWords, plainAmount, shortAmount } from "../receipts/amount-text.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";

/** `1******76` */
function maskedBoaAccount(account: string): string {
  return `${account.slice(0, 1)}******${account.slice(-2)}`;
}

export function boaSlip(payment: Payment): unknown {
  const { amount, charges, paidAt, receiver, reference, sender } = payment;
  const draw = createSeededDraw(reference);
  const { birr, cents } = amountWords(totalPaid(payment));
  return {
    header: {
      audit: { T24_time: 40, responseParse_time: 3, requestParse_time: 5 },
      page_start: 1,
      page_token: `${draw.digits("page token", 16)}.01,99`,
      total_size: 1,
      page_size: 99,
      status: "success",
    },
    body: [
      {
        "Source Account Name": sender.name,
        "VAT (15%)": shortAmount(charges.vat),
        // The words are of the total, as on the bank's own slips.
        "Transferred Amount in word": `${birr} etb and ${cents} cents only`.toUpperCase(),
        Address: "ADDIS ABABA, ETH",
        "Transaction Type": "Account to Account Transfer",
        "Service Charge": shortAmount(charges.service),
        "Vat Sequence Number": draw.digits("vat sequence", 16),
        "Source Account": maskedBoaAccount(sender.account),
        "Payment Reference": "SANDBOX ORDER",
        "Tel.": `+2519${draw.digits("sender phone", 8)}`,
        "Payer's Name": sender.name,
        Narrative: "ክፍያ",
        "Receiver's Name": receiver.name,
        "Receiver's Account": maskedBoaAccount(receiver.account),
        "Transferred Amount": plainAmount(amount),
        currency: "ETB",
        "Transaction Reference": reference,
        "Transaction Date": slipDate(paidAt),
        "Total Amount including VAT": plainAmount(totalPaid(payment)),
      },
    ],
  };
}

export const unknownBoaSlip = {
  header: { status: "success" },
  body: [{ "Payer's Name": "Invalid reference number" }],
};

/** `29/05/26 16:09` */
function slipDate(instant: Date): string {
  const local = localTimeOf(instant);
  const day = [local.day, local.month, local.year % 100].map(twoDigits).join("/");
  return `${day} ${clockOf(local).slice(0, 5)}`;
}
