import { z } from "zod";
import { addisInstant, epochDayOf, numberGroups } from "../addis-time.ts";
import type { ParseOutcome, Receipt } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { creditedBank } from "../credited-bank.ts";
import { paymentKindOf } from "../payment-kind.ts";
import { readPaymentStatus } from "../payment-status.ts";
import { addsUp, readPaidSantim, readSantim } from "../receipt-amounts.ts";
import { checkPaidNear, coreBankingReferenceDay, onWorkingDays } from "../reference-day.ts";
import { readStrictJson } from "../strict-json.ts";
import { looseText } from "../utf8-text.ts";

const text = z.string().trim().min(1);

/** The misspelt keys are the bank's. */
const transactionSchema = z.object({
  transactionReference: text,
  status: text,
  amount: text,
  totalAmount: text,
  netChargeAmount: text.optional(),
  drChargeAmount: text.optional(),
  taxAmount: text.optional(),
  currencyId: z.literal("ETB"),
  dateTime: text,
  bookingDate: text,
  transactionDesc: text,
  debitorName: text,
  debitAccount: text,
  creditorName: text,
  creditAccountId: text,
  otherBankName: text.optional(),
  receiverName: text.optional(),
  reveiverAccount: text.optional(),
  sendorName: text.optional(),
  sendorAccount: text.optional(),
});
type Transaction = z.infer<typeof transactionSchema>;

const answerSchema = z.object({ status: z.literal(true), data: transactionSchema });

const denials = [
  /^\s*internal server error\.?\s*$/i,
  /\bnot found\b/i,
  /\bno (?:such )?(?:transaction|record|data)\b/i,
];
/** Only these messages mean that there is no such transaction. Outages have other messages. */
const denialSchema = z.strictObject({
  status: z.literal(false),
  message: z.string().refine((text) => denials.some((denial) => denial.test(text))),
});

export function saysNoSuchAmharaTransaction(body: Uint8Array): boolean {
  if (body.length > 4_096) return false;
  try {
    return denialSchema.safeParse(JSON.parse(looseText(body))).success;
  } catch {
    return false;
  }
}

/** Throws `ReceiptUnreadable` unless this is the complete transaction of the reference. */
export function parseAmharaReceipt(json: string, reference: string): ParseOutcome {
  const { data } = readStrictJson(json, answerSchema);
  if (data.transactionReference !== reference)
    throw new ReceiptUnreadable("the transaction is not the requested one");
  const amount = readPaidSantim("amount", withoutCurrency(data.amount));
  checkTotal(data, amount);
  const paidAt = readDateTime(data.dateTime);
  checkBooked(data, paidAt);
  return {
    kind: "receipt",
    receipt: {
      referenceNumber: reference,
      paymentStatus: readPaymentStatus(data.status, ["mat"]),
      amount,
      currency: "ETB",
      ...readParties(data),
      paymentKind: paymentKindOf(data.transactionDesc),
      paidAt,
      paidAtPrecision: "minute",
    },
  };
}

/** `5000.00`, `ETB5036.00` */
function withoutCurrency(text: string): string | undefined {
  return /^(?:ETB ?)?([\d.,]+)$/.exec(text)?.[1];
}

function checkTotal(data: Transaction, amount: bigint): void {
  const charge = (name: "netChargeAmount" | "drChargeAmount" | "taxAmount") =>
    readSantim(name, withoutCurrency(data[name] ?? "0"));
  const charges = {
    fee: charge("netChargeAmount"),
    vat: charge("taxAmount"),
    levy: charge("drChargeAmount"),
  };
  if (!addsUp(readSantim("totalAmount", withoutCurrency(data.totalAmount)), amount, charges))
    throw new ReceiptUnreadable("amount and charges do not add up to the total");
}

/** `2608140905`: `yyMMddHHmm` of Addis Ababa. */
function readDateTime(text: string): Date {
  const parts = numberGroups(/^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, text);
  const [year, month = 0, day = 0, hour, minute] = parts;
  const paidAt =
    year === undefined ? undefined : addisInstant({ year: 2000 + year, month, day, hour, minute });
  if (paidAt === undefined) throw new ReceiptUnreadable("the date of the transaction is not a date");
  return paidAt;
}

/** The reference contains the booking day. */
function checkBooked({ bookingDate, transactionReference }: Transaction, paidAt: Date): void {
  const [year = 0, month = 0, day = 0] = numberGroups(/^(\d{4})(\d\d)(\d\d)$/, bookingDate);
  const booked = epochDayOf(year, month, day);
  if (booked === undefined || booked !== coreBankingReferenceDay(transactionReference))
    throw new ReceiptUnreadable("the booking date is not the date in its reference");
  checkPaidNear(booked, paidAt, { ...onWorkingDays, before: 0 });
}

type Parties = Pick<Receipt, "senderName" | "receiverName" | "receiverAccount" | "receiverBank">;

/**
 * Money to and from another bank passes through an account of Amhara Bank, which is then printed as payer or receiver.
 * The other bank's customer is in separate keys.
 */
function readParties(data: Transaction): Parties {
  const receiver = otherBanksCustomer(data.receiverName, data.reveiverAccount);
  const sender = otherBanksCustomer(data.sendorName, data.sendorAccount);
  checkDirection(data, { isOutgoing: receiver !== undefined, isIncoming: sender !== undefined });
  if (receiver !== undefined) {
    checkCustomers(data.debitAccount);
    return {
      senderName: data.debitorName,
      receiverName: receiver.name,
      receiverAccount: receiver.account,
      receiverBank: creditedBank(data.otherBankName ?? ""),
    };
  }
  checkCustomers(data.creditAccountId, ...(sender === undefined ? [data.debitAccount] : []));
  return {
    senderName: sender?.name ?? data.debitorName,
    receiverName: data.creditorName,
    receiverAccount: data.creditAccountId,
  };
}

interface Customer {
  readonly name: string;
  readonly account: string;
}

function otherBanksCustomer(name: string | undefined, account: string | undefined): Customer | undefined {
  if (name === undefined && account === undefined) return undefined;
  if (name === undefined || account === undefined || !/^\+?[\d*]{3,34}$/.test(account) || !/\d/.test(account))
    throw new ReceiptUnreadable("the other bank's customer lacks a name or an account");
  return { name, account };
}

/** `IPS Outgoing Txn`, `IPS Incoming Txn` */
function checkDirection(
  { otherBankName, transactionDesc }: Transaction,
  { isOutgoing, isIncoming }: { readonly isOutgoing: boolean; readonly isIncoming: boolean },
): void {
  if (isOutgoing && isIncoming) throw new ReceiptUnreadable("the transaction is both incoming and outgoing");
  if ((isOutgoing || isIncoming) !== (otherBankName !== undefined))
    throw new ReceiptUnreadable("the transaction lacks its other bank or that bank's customer");
  const saysOutgoing = /\boutgoing\b/i.test(transactionDesc);
  const saysIncoming = /\bincoming\b/i.test(transactionDesc);
  if ((saysOutgoing && !isOutgoing) || (saysIncoming && !isIncoming))
    throw new ReceiptUnreadable("the direction of the transaction contradicts its description");
}

/** Rejects the bank's own accounts, such as `ETB1756000010009`. */
function checkCustomers(...accounts: readonly string[]): void {
  if (!accounts.every((account) => /^\d{6,20}$/.test(account)))
    throw new ReceiptUnreadable("an account is not a customer's");
}
