import { type Payment, totalPaid } from "../payments/payment.ts";
import { clockOf, compactDate, localTimeOf, slashedDate, twoDigits } from "../receipts/addis-time.ts";
import { groupedAmount, plainAmount, shortAmount } from "../receipts/amount-text.ts";
import { coreBankingDay } from "../receipts/core-banking-reference.ts";

/** Accounts of the bank that money to and from other banks passes through. */
const settlement = {
  outgoing: { name: "A2A Transfer - ETH Outgoing", account: "ETB1756000010009" },
  incoming: { name: "A2A Transfer - ETH Incoming", account: "ETB1251700010009" },
} as const;

/** The misspelt keys are the bank's. */
export function amharaTransaction(payment: Payment): Record<string, unknown> {
  const { amount, charges, paidAt, reference } = payment;
  const booked = coreBankingDay(reference);
  if (booked === undefined) throw new Error(`${reference} has no day`);
  const local = localTimeOf(paidAt);
  const time = [local.year % 100, local.month, local.day, local.hour, local.minute];
  return {
    status: true,
    data: {
      netChargeAmount: `ETB${shortAmount(charges.service)}`,
      dateTime: time.map(twoDigits).join(""),
      amount: plainAmount(amount),
      transactionReference: reference,
      city: "ADDIS ABABA",
      branchName: "AMHARA BANK S.C.",
      woreda: "WOREDA -8",
      drChargeAmount: `ETB${shortAmount(charges.levy)}`,
      totalAmount: `ETB${plainAmount(totalPaid(payment))}`,
      subCity: "Arada",
      currencyId: "ETB",
      taxAmount: `ETB${shortAmount(charges.vat)}`,
      bookingDate: compactDate(booked),
      ...parties(payment),
      status: "MAT",
    },
  };
}

function parties({ receiver, sender, type }: Payment): Record<string, string> {
  const debit = { debitorName: sender.name, debitAccount: sender.account };
  const credit = { creditorName: receiver.name, creditAccountId: receiver.account };
  switch (type) {
    case "outgoing":
      return {
        ...debit,
        creditorName: settlement.outgoing.name,
        creditAccountId: settlement.outgoing.account,
        receiverName: receiver.name,
        reveiverAccount: receiver.account,
        otherBankName: receiver.bankName ?? "",
        transactionDesc: "IPS Outgoing Txn",
      };
    case "incoming":
      return {
        debitorName: settlement.incoming.name,
        debitAccount: settlement.incoming.account,
        ...credit,
        sendorName: sender.name,
        sendorAccount: sender.account,
        otherBankName: "COMMERCIAL BANK OF ETHIOPIA",
        transactionDesc: "IPS Incoming Txn",
      };
    default:
      return { ...debit, ...credit, transactionDesc: "Account Transfer" };
  }
}

export function amharaReceiptUrl(reference: string): string {
  return `https://receipt.amharabank.com.et/?trx=${reference}`;
}

/** No message of the bank is known: this wording is the sandbox's own. */
export function amharaSms({ amount, paidAt, receiver, reference, sender, type }: Payment): string {
  const local = localTimeOf(paidAt);
  const sum = `ETB ${groupedAmount(amount)}`;
  const movement =
    type === "incoming"
      ? `${sum} from ${sender.name} was credited to your account ending in ${receiver.account.slice(-4)}`
      : `${sum} was transferred to ${receiver.name} from your account ending in ${sender.account.slice(-4)}`;
  return `Dear Customer, ${movement} on ${slashedDate(local)} at ${clockOf(local)}, reference ${reference}. Receipt: ${amharaReceiptUrl(reference)} Amhara Bank`;
}
