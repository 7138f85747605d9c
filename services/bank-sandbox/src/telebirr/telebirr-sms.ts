import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, localTimeOf, slashedDate } from "../receipts/addis-time.ts";
import { groupedAmount } from "../receipts/amount-text.ts";
import { writeYearDay } from "../receipts/reference-day.ts";
import { capitalsAndDigits, createSeededDraw } from "../receipts/seeded-draw.ts";
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

function transferPart(payment: Payment): string {
  const { amount, paidAt, receiver, reference, sender, type } = payment;
  const local = localTimeOf(paidAt);
  const when = `on ${slashedDate(local)} ${clockOf(local)}`;
  const sum = `ETB ${groupedAmount(amount)}`;
  const { account, bankName, name } = receiver;
  if (bankName !== undefined) {
    return `You have transferred ${sum} successfully from your telebirr account ${sender.account} to ${bankName} account number ${account} ${when}. Your telebirr transaction number is ${reference} and your bank transaction number is ${bankReference(payment)}.`;
  }
  const did = {
    merchant: `You have paid ${sum} for goods purchased from ${account} - ${name} ${when}.`,
    airtime: `You have recharged ${sum} airtime for ${account.slice(-9)} ${when}.`,
    package: `You have paid ${sum} for package purchase made for ${account.slice(-9)} ${when}.`,
  }[type ?? ""];
  const transferred = `You have transferred ${sum} to ${name} (${maskedPhone(account)}) ${when}.`;
  return `${did ?? transferred} Your transaction number is ${reference}.`;
}

/** The bank's own number of the transfer: another receipt, of another bank. */
function bankReference({ paidAt, reference }: Payment): string {
  const ending = createSeededDraw(reference).text("bank reference", 5, capitalsAndDigits);
  return `FT${writeYearDay(localTimeOf(paidAt))}${ending}`;
}
