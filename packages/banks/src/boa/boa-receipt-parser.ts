import { z } from "zod";
import { suffixMatchesAccount } from "../account-digits.ts";
import { addisInstant, numberGroups } from "../addis-time.ts";
import type { ParseOutcome, Receipt, ReceiptIdentifiers } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { readPaidSantim, readSantim, sum } from "../receipt-amounts.ts";
import { checkPaidNear, coreBankingReferenceDay } from "../reference-day.ts";
import { readStrictJson } from "../strict-json.ts";

const text = z.string().trim().min(1);
const optionalText = z.string().trim().nullish();

const slipSchema = z.object({
  "Source Account Name": text,
  "Source Account": text,
  "Payer's Name": text,
  "Receiver's Name": optionalText,
  "Receiver's Account": optionalText,
  "Transferred Amount": text,
  "Service Charge": optionalText,
  "VAT (15%)": optionalText,
  "Total Amount including VAT": optionalText,
  "Payment Reference": optionalText,
  // Not part of the result, but present in every known kind of slip.
  Narrative: z.string(),
  "Transaction Type": text,
  "Transaction Date": text,
  "Transaction Reference": text,
  currency: z.literal("ETB"),
});
type Slip = z.infer<typeof slipSchema>;

/** The only key of the entry for an unknown slip. */
const unknownSlipSchema = z.strictObject({ "Payer's Name": z.literal("Invalid reference number") });

const answerSchema = z.object({
  header: z.object({ status: z.literal("success"), total_size: z.number().optional() }),
  body: z.array(z.union([unknownSlipSchema, slipSchema])).max(1),
});

/** Incoming payments are settled through one account of the bank; their links end in its digits. */
const settlementDigits = "10104";

/** Throws `ReceiptUnreadable` unless this is the slip of the reference. */
export function parseBoaReceipt(
  json: string,
  { reference, suffix }: Pick<ReceiptIdentifiers, "reference" | "suffix">,
): ParseOutcome {
  const { header, body } = readStrictJson(json, answerSchema);
  if ((header.total_size ?? body.length) !== body.length) {
    throw new ReceiptUnreadable("the response does not have its stated number of slips");
  }
  const [slip] = body;
  if (slip === undefined || !("Transaction Reference" in slip)) return { kind: "not_found" };
  const receipt = readReceipt(slip, reference);
  return { kind: suffixBelongs(slip, suffix ?? "") ? "receipt" : "identifier_mismatch", receipt };
}

function readReceipt(slip: Slip, reference: string): Receipt {
  if (slip["Transaction Reference"] !== reference) {
    throw new ReceiptUnreadable("the slip is not the requested one");
  }
  const amount = readPaidSantim("Transferred Amount", withoutUnit(slip["Transferred Amount"]));
  checkTotal(slip, amount);
  const paidAt = readTransactionDate(slip["Transaction Date"]);
  checkPaidNear(coreBankingReferenceDay(reference), paidAt);
  return {
    referenceNumber: reference,
    // The bank serves posted transactions only; a slip has no status.
    paymentStatus: "completed",
    amount,
    currency: "ETB",
    // The source account's name is the bank's own account on incoming payments.
    senderName: slip["Payer's Name"],
    ...readReceiver(slip),
    paidAt,
    ...(/ \d\d:\d\d$/.test(slip["Transaction Date"]) ? { paidAtPrecision: "minute" } : {}),
  };
}

/** `1,500.00`, `4`; commas and a currency are accepted. */
function withoutUnit(amount: string): string {
  return amount.replace(/^ETB\s?|\s?ETB$/, "");
}

/** `31/05/26 08:15`, sometimes with seconds; day first, in Addis Ababa. */
function readTransactionDate(date: string): Date {
  const parts = numberGroups(/^(\d\d)\/(\d\d)\/(\d\d) (\d\d):(\d\d)(?::(\d\d))?$/, date);
  const [day = 0, month = 0, year = 0, hour, minute, second] = parts;
  const paidAt = addisInstant({ year: 2000 + year, month, day, hour, minute, second });
  if (paidAt === undefined) throw new ReceiptUnreadable("the transaction date is not a date");
  return paidAt;
}

/** Bills name the service that was paid for instead of a receiver. A transfer without a receiver is damaged. */
function readReceiver(slip: Slip): Pick<Receipt, "receiverName" | "receiverAccount"> {
  const { "Receiver's Name": name, "Receiver's Account": account } = slip;
  if (name && account) return { receiverName: name, receiverAccount: account };
  const isBill =
    !/transfer|p2p|\bips\b/i.test(slip["Transaction Type"]) && Boolean(slip["Payment Reference"]);
  if (name || account || !isBill) throw new ReceiptUnreadable("the slip lacks its receiver or a part of it");
  return { receiverName: null, receiverAccount: null };
}

/** Transferred amount, charge and VAT add up to the total. Only the slip of an incoming payment may lack charges. */
function checkTotal(slip: Slip, transferred: bigint): void {
  const { "Service Charge": charge, "VAT (15%)": vat, "Total Amount including VAT": total } = slip;
  if (!charge && !vat && !total && isIncoming(slip)) return;
  const charges = [readAmount("Service Charge", charge), readAmount("VAT (15%)", vat)];
  if (sum([transferred, ...charges]) !== readAmount("Total Amount including VAT", total)) {
    throw new ReceiptUnreadable("transferred amount and charges do not add up to the total");
  }
}

function readAmount(label: string, text: string | null | undefined): bigint {
  return readSantim(label, withoutUnit(text ?? ""));
}

/** From another bank: `EthSwitch Transfer For inc via IPS`. */
function isIncoming(slip: Slip): boolean {
  return /\binc(?:oming)?\b/i.test(slip["Transaction Type"]);
}

function suffixBelongs(slip: Slip, suffix: string): boolean {
  const isSettled = isIncoming(slip) || /\bincoming settlement\b/i.test(slip["Source Account Name"]);
  if (suffix === settlementDigits && isSettled) return true;
  const accounts = [slip["Source Account"], slip["Receiver's Account"] ?? ""];
  return accounts.some((account) => suffixMatchesAccount(suffix, account));
}
