import type { BankCode } from "@receipts/contracts";
import { z } from "zod";
import { addisInstantOf } from "../addis-time.ts";
import type { ParseOutcome, Receipt } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { paymentKindOf } from "../payment-kind.ts";
import { readPaidSantim } from "../receipt-amounts.ts";
import { branchReferenceDay, checkPaidNear, onWorkingDays } from "../reference-day.ts";
import { readStrictJson } from "../strict-json.ts";
import { looseText } from "../utf8-text.ts";
import { tokenParts } from "./wegagen-token.ts";

/** The bank writes `---` for a missing value. */
const text = z
  .string()
  .trim()
  .min(1)
  .transform((value) => (value === "---" ? null : value));

/** A JSON number is read by its shortest decimal text; more than two decimals is not an amount. */
const amount = z.union([z.number().transform(String), z.string()]);

/** Not part of the amount or of any total; a tax may have more than two decimals. */
const charge = z.union([z.number().min(0), z.string().regex(/^(?:---|[\d.,]+)$/)]);

const transactionSchema = z.object({
  trnRefNo: z.string().regex(/^[A-Z0-9]{16}$/),
  txnAmount: amount,
  currency: z.literal("ETB"),
  charge,
  vat: charge,
  sender_name: text,
  sender_account: text,
  accNo: z.string().regex(/^\d{6,20}$/),
  receiver_name: text,
  receiver_account: text,
  // It is unknown whether this is the payer's or the receiver's.
  phoneNumber: z.string(),
  txnTimestamp: z.string(),
  // Status of the SMS, which the bank sends for booked transactions.
  messageStatus: z.string().trim().toLowerCase().pipe(z.literal("sent")),
  drCr: z.enum(["D", "C"]),
  trnCode: z.string().regex(/^[A-Z0-9]{3}$/),
  event: z.string().optional(),
  // `paymentType` names the charge, which can be that of another kind.
  paymentMethod: z.string().nullish(),
});
type Transaction = z.infer<typeof transactionSchema>;

const denialSchema = z.object({
  message: z.string().regex(/\btransaction not found\b/i),
  trnRefNo: z.undefined().optional(),
});

export function saysNoSuchWegagenTransaction(body: Uint8Array): boolean {
  if (body.length > 4_096) return false;
  try {
    return denialSchema.safeParse(JSON.parse(looseText(body))).success;
  } catch {
    return false;
  }
}

/** Throws `ReceiptUnreadable` unless this is the complete transaction of the token. */
export function parseWegagenReceipt(json: string, token: string): ParseOutcome {
  const transaction = readStrictJson(json, transactionSchema);
  checkToken(transaction, token);
  if (/^\s*REV/i.test(transaction.event ?? "")) throw new ReceiptUnreadable("the event is no payment");
  const paidAt = readTimestamp(transaction.txnTimestamp);
  checkPaidNear(branchReferenceDay(transaction.trnRefNo), paidAt, onWorkingDays);
  return {
    kind: "receipt",
    receipt: {
      referenceNumber: transaction.trnRefNo,
      paymentStatus: "completed",
      amount: readPaidSantim("txnAmount", transaction.txnAmount),
      currency: "ETB",
      senderName: transaction.sender_name,
      ...readReceiver(transaction),
      paymentKind: paymentKindOf(transaction.paymentMethod?.replaceAll("-", "")),
      paidAt,
    },
  };
}

/** The token contains the transaction, the account that moved, the direction, and the transaction code. */
function checkToken({ trnRefNo, accNo, drCr, trnCode }: Transaction, token: string): void {
  const parts = tokenParts(token);
  const isRequested =
    parts?.transactionId === trnRefNo &&
    accNo.startsWith(parts.accountStart) &&
    parts.direction === drCr &&
    parts.transactionCode === trnCode;
  if (!isRequested) throw new ReceiptUnreadable("the transaction is not the requested one");
}

/** `accNo` is the payer's account if it was debited, and the receiver's if it was credited. */
function readReceiver(
  transaction: Transaction,
): Pick<Receipt, "receiverName" | "receiverAccount" | "receiverBank"> {
  const { accNo, drCr, sender_account: sender, receiver_account: receiver } = transaction;
  const own = drCr === "D" ? sender : receiver;
  if (own !== null && own !== accNo) throw new ReceiptUnreadable("the account is not its party's");
  if (receiver !== null && (!/^\+?[\d*]{3,34}$/.test(receiver) || !/\d/.test(receiver)))
    throw new ReceiptUnreadable("the receiver's account is not an account");
  // An account of another shape is at a wallet or another bank, which has its own receipt of the payment.
  const isOwn = drCr === "C" || receiver === null || /^\d{13}$/.test(receiver);
  return {
    receiverName: transaction.receiver_name,
    receiverAccount: receiver,
    ...(isOwn ? {} : { receiverBank: walletOf(receiver) }),
  };
}

/** Ethio telecom's mobile numbers start with 9 and Safaricom's with 7; each has one wallet. */
function walletOf(account: string): BankCode | null {
  if (/^\+?2519\d{8}$/.test(account)) return "telebirr";
  return /^\+?2517\d{8}$/.test(account) ? "mpesa" : null;
}

/** `2026-08-14T09:05:07.507Z` is a time of Addis Ababa, despite its `Z`. */
function readTimestamp(timestamp: string): Date {
  const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?Z$/;
  const paidAt = addisInstantOf(pattern, timestamp);
  if (paidAt === undefined) throw new ReceiptUnreadable("the time of the transaction is not a time");
  return paidAt;
}
