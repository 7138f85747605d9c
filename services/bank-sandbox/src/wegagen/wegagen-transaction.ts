import type { Payment } from "../payments/payment.ts";
import { clockOf, dashedDate, localTimeOf, slashedDate } from "../receipts/addis-time.ts";
import { plainAmount } from "../receipts/amount-text.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { requiredWegagenToken } from "./wegagen-token.ts";

const empty = "---";

/** All keys of the response, unread ones too. Amounts are numbers; `---` is a missing value. */
export function wegagenTransaction(payment: Payment): Record<string, unknown> {
  const { amount, charges, paidAt, receiver, reference, sender, type } = payment;
  const { transactionId, transactionCode } = requiredWegagenToken(reference);
  const local = localTimeOf(paidAt);
  const draw = createSeededDraw(reference);
  return {
    master_id: empty,
    account_number: empty,
    receiver_account: receiver.account,
    messageSentTimestamp: new Date(paidAt.getTime() + 2_096).toISOString(),
    sender_name: sender.name,
    biller_account: empty,
    trnRefNo: transactionId,
    receiver_name: type === "to-wallet" ? empty : receiver.name,
    currency: "ETB",
    event: "INIT      ",
    charge: birr(charges.service),
    eventSrNo: 1,
    accNo: sender.account,
    module: transactionId.slice(3, 7),
    narrative: type === "to-wallet" ? "Transfer from account to wallet" : "Transfer from account to account",
    vat: birr(charges.vat),
    version: "1",
    // A time of Addis Ababa, despite its `Z`.
    txnTimestamp: `${dashedDate(local)}T${clockOf(local)}.507Z`,
    messageStatus: "sent",
    drCr: "D",
    phoneNumber: `09${draw.digits("sender phone", 8)}`,
    trnCode: transactionCode,
    srNo: draw.digits("serial", 10),
    sender_account: sender.account,
    payer_name: empty,
    txnAmount: birr(amount),
    paymentMethod: "Account To Account Transfer",
    userId: "MBUSER",
  };
}

/** Exact: an amount has fewer digits than a JSON number can hold. */
function birr(santim: bigint): number {
  return Number(plainAmount(santim));
}

export function wegagenReceiptUrl(token: string): string {
  return `https://transinfo.wegagenbanksc.com.et:8183/?id=${token}`;
}

/** The wording of the bank's QR code, which holds such a message. */
export function wegagenSms({ amount, paidAt, receiver, reference, sender, type }: Payment): string {
  const { transactionId } = requiredWegagenToken(reference);
  const from = `${sender.name.toUpperCase()} ${masked(sender.account)}`;
  const to = `${type === "to-wallet" ? "---" : receiver.name} (${masked(receiver.account)})`;
  return [
    `Amount ETB-${plainAmount(amount)} is Transferred From : ${from} To ${to}, with transaction ID: ${transactionId} on date ${slashedDate(localTimeOf(paidAt))}.`,
    `For more information, click here: ${wegagenReceiptUrl(reference)} - Wegagen Bank.`,
  ].join(" ");
}

/** `1*****4231701` */
function masked(account: string): string {
  return `${account.slice(0, 1)}*****${account.slice(6)}`;
}
