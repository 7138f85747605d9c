import type { Payment } from "../payments/payment.ts";
import {
  type CalendarDay,
  clockOf,
  dashedDate,
  halfDayClockOf,
  localTimeOf,
  twoDigits,
} from "../receipts/addis-time.ts";
import { groupedAmount, shortAmount, shortGroupedAmount } from "../receipts/amount-text.ts";
import type { AwashPaymentType } from "./awash-payments.ts";
import { readAwashToken } from "./awash-token.ts";

export type AwashRow = readonly [label: string, value: string];

export interface AwashPageForm {
  readonly title: string;
  /** The older page has no company and customer tables above its rows. */
  readonly isFlat?: boolean;
  rows(payment: Payment): readonly AwashRow[];
}

/** The labels, order and formats of each kind of payment. */
export const awashPageForms: Readonly<Record<AwashPaymentType, AwashPageForm>> = {
  "ips-bank-transfer": { title: "Transaction Successful", rows: ipsRows },
  "send-to-bank": { title: "Transaction Successful", rows: sendToBankRows },
  "merchant-payment": { title: "Transaction Successful", rows: merchantRows },
  "send-money": { title: "Transaction successful", rows: sendMoneyRows },
  "telebirr-transfer": { title: "Telebirr Transfer", rows: telebirrRows },
  "older-page": { title: "Transaction successful", isFlat: true, rows: olderRows },
};

/** Prints the VAT of a charge that it does not print. */
function ipsRows({ amount, charges, paidAt, receiver, reference, sender }: Payment): AwashRow[] {
  const local = localTimeOf(paidAt);
  return [
    ["Transaction Time", `${dashedDate(local)} ${halfDayClockOf(local)}`],
    ["Transaction Type", "IPS Bank Transfer"],
    ["Amount", `${shortAmount(amount)} ETB`],
    ["VAT", `${groupedAmount(charges.vat)} ETB`],
    ["Sender Name", sender.name],
    ["Sender Account", starredAccount(sender.account)],
    ["Beneficiary name", receiver.name],
    ["Beneficiary Account", receiver.account],
    ["Beneficiary Bank", receiver.bankName ?? "-"],
    ["Reason", "Payment "],
    transactionId(reference),
  ];
}

function sendToBankRows({ amount, charges, paidAt, receiver, reference, sender }: Payment): AwashRow[] {
  const local = localTimeOf(paidAt);
  return [
    ["Transaction Date", `${dashedDate(local)} ${clockOf(local)}`],
    ["Transaction Type", "Send To Bank"],
    ["Amount", `${shortGroupedAmount(amount)} ETB`],
    ["Charge", `${shortGroupedAmount(charges.service)} ETB`],
    ["VAT", `${shortGroupedAmount(charges.vat)} ETB`],
    ["Sender Name", sender.name],
    ["Sender Account", starredAccount(sender.account)],
    ["Receiver Name", receiver.name],
    ["Receiver Account", customerAccount(receiver.account)],
    ["Reason", "-"],
    transactionId(reference),
  ];
}

function merchantRows({ amount, charges, paidAt, receiver, reference, sender }: Payment): AwashRow[] {
  const local = localTimeOf(paidAt);
  return [
    ["Transaction Date", `${dashedDate(local)} ${clockOf(local)}`],
    ["Transaction type", "Merchant Payment"],
    ["Amount", `${groupedAmount(amount)} ETB`],
    ["Charge", `${groupedAmount(charges.service)} ETB`],
    ["VAT", `${groupedAmount(charges.vat)} ETB`],
    ["Sender Name", sender.name],
    ["Merchant", receiver.name],
    ["Till Number", receiver.account],
    ["Reason", "Goods"],
    transactionId(reference),
  ];
}

/** The sender is only in the customer table, and the receiver has no name. */
function sendMoneyRows({ amount, paidAt, receiver, reference }: Payment): AwashRow[] {
  const local = localTimeOf(paidAt);
  return [
    ["Transaction Date", `${dashedDate(local)} ${clockOf(local)}`],
    ["Transaction type", "Send Money"],
    ["Amount", `${shortAmount(amount)} ETB`],
    ["Recipient", `${receiver.account}/WALLET`],
    transactionId(reference),
  ];
}

/** `Customer Name` is the receiver here; in the customer table above, it is the payer. */
function telebirrRows({ amount, charges, paidAt, receiver, reference, sender }: Payment): AwashRow[] {
  return [
    ["Transaction Date", dashedDate(localTimeOf(paidAt))],
    ["Transaction Type", "Telebirr Transfer"],
    ["Phone Number", receiver.account],
    ["Customer Name", `${receiver.name} `],
    ["Source Account", customerAccount(sender.account)],
    ["Amount", groupedAmount(amount)],
    ["Charge", groupedAmount(charges.service)],
    ["VAT", groupedAmount(charges.vat)],
    ["Reason", "A"],
    transactionId(reference),
  ];
}

function olderRows({ amount, charges, paidAt, receiver, reference, sender }: Payment): AwashRow[] {
  const local = localTimeOf(paidAt);
  return [
    ["Transaction Time", `${monthFirstDate(local)} ${halfDayClockOf(local)}`],
    ["Amount", groupedAmount(amount)],
    ["Charge", groupedAmount(charges.service)],
    ["VAT", groupedAmount(charges.vat)],
    ["Sender Name", sender.name],
    ["Sender Account", starredAccount(sender.account)],
    ["Beneficiary name", receiver.name],
    ["Reason", "-"],
    transactionId(reference),
  ];
}

function transactionId(token: string): AwashRow {
  return ["Transaction ID", awashTransactionId(token)];
}

/** Fifteen digits; the first half of the token is this number in base 36. */
export function awashTransactionId(token: string): string {
  return readAwashToken(token)?.id ?? "-";
}

/** `01/02/2026`; only such ambiguous dates are known. The bank's other slashed date on these pages is month first. */
function monthFirstDate({ year, month, day }: CalendarDay): string {
  return `${twoDigits(month)}/${twoDigits(day)}/${year}`;
}

/** `01320******8777/BANK` */
export function customerAccount(account: string): string {
  return `${account.slice(0, 5)}******${account.slice(-4)}/BANK`;
}

/** `01320*******777`: the same account with another mask. */
function starredAccount(account: string): string {
  return `${account.slice(0, 5)}*******${account.slice(-3)}`;
}
