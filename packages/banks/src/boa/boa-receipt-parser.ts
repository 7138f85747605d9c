import { z } from "zod";
import { suffixMatchesAccount } from "../account-digits.ts";
import { addisInstant, numberGroups } from "../addis-time.ts";
import type { ParseOutcome, Receipt, ReceiptIdentifiers } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { creditedBank } from "../credited-bank.ts";
import { paymentKindOf } from "../payment-kind.ts";
import { addsUp, readPaidSantim, readSantim } from "../receipt-amounts.ts";
import { checkPaidNear, coreBankingReferenceDay, onWorkingDays } from "../reference-day.ts";
import { readStrictJson } from "../strict-json.ts";

const text = z.string().trim().min(1);
const optionalText = z.string().trim().nullish();

const slipSchema = z.object({
  // An incoming payment may lack these three.
  "Source Account Name": optionalText,
  "Source Account": optionalText,
  "Payer's Name": optionalText,
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

/** The bank writes some keys in small letters, or with two spaces. */
const plainKey = (key: string) => key.trim().replaceAll(/\s+/g, " ").toLowerCase();
const usualKeys = new Map(Object.keys(slipSchema.shape).map((key) => [plainKey(key), key]));

const entrySchema = z.record(z.string(), z.unknown()).transform((entry, context) => {
  const renamed = Object.entries(entry).map(
    ([key, value]) => [usualKeys.get(plainKey(key)) ?? key, value] as const,
  );
  const usual = Object.fromEntries(renamed);
  if (Object.keys(usual).length < renamed.length) context.addIssue("a key occurs in two spellings");
  return usual;
});

const answerSchema = z.object({
  header: z.object({ status: z.literal("success"), total_size: z.number().optional() }),
  body: z.array(entrySchema.pipe(z.union([unknownSlipSchema, slipSchema]))).max(1),
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
  checkPaidNear(coreBankingReferenceDay(reference), paidAt, onWorkingDays);
  return {
    referenceNumber: reference,
    // The bank serves posted transactions only; a slip has no status.
    paymentStatus: "completed",
    amount,
    currency: "ETB",
    senderName: readPayer(slip),
    ...readReceiver(slip),
    paymentKind: paymentKindOf(slip["Transaction Type"]),
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

/** EthSwitch's switch, printed as the payer of some incoming payments. */
const switchName = /^mscwt$/i;

/** The source account's name is the bank's own account on incoming payments, whose payer may be unknown. */
function readPayer(slip: Slip): string | null {
  const payer = slip["Payer's Name"];
  if (isIncoming(slip)) return payer && !switchName.test(payer) ? payer : null;
  if (!payer || !slip["Source Account"] || !slip["Source Account Name"])
    throw new ReceiptUnreadable("the slip lacks its payer or a part of it");
  return payer;
}

/** Payments out of the bank have no receiver of their own. `Payment Reference` means something else for each type. */
const outgoingTypes: readonly (readonly [type: RegExp, reference: "account" | "bank" | "other"])[] = [
  // `EthSwitch Trf For Out IPS`
  [/\bout(?:going)? ips\b/i, "account"],
  // `EthSwitch Transfer For Outgoing`, RTGS
  [/\bfor outgoing\b|\brtgs\b/i, "bank"],
  // `Account Transfer Fuel`: a plate number
  [/\bfuel\b/i, "other"],
];

type Receiver = Pick<Receipt, "receiverName" | "receiverAccount" | "receiverBank">;

/** Bills name the service that was paid for instead of a receiver. A transfer without a receiver is damaged. */
function readReceiver(slip: Slip): Receiver {
  const { "Receiver's Name": name, "Receiver's Account": account } = slip;
  if (name && account) return { receiverName: name, receiverAccount: account };
  const paidFor = slip["Payment Reference"];
  if (name || account || !paidFor) throw new ReceiptUnreadable("the slip lacks its receiver or a part of it");
  const [, meaning] = isIncoming(slip)
    ? []
    : (outgoingTypes.find(([type]) => type.test(slip["Transaction Type"])) ?? []);
  if (meaning === undefined && /transfer|\btrf\b|p2p|\bips\b/i.test(slip["Transaction Type"]))
    throw new ReceiptUnreadable("the slip lacks its receiver or a part of it");
  if (meaning === "account" && !/^[A-Z\d*]{4,34}$/i.test(paidFor))
    throw new ReceiptUnreadable("the receiver's account is malformed");
  return {
    receiverName: null,
    receiverAccount: meaning === "account" ? paidFor : null,
    ...(meaning === "bank" ? { receiverBank: creditedBank(paidFor) } : {}),
  };
}

/** Only the slip of an incoming payment may lack charges. No key has the levy. */
function checkTotal(slip: Slip, transferred: bigint): void {
  const { "Service Charge": charge, "VAT (15%)": vat, "Total Amount including VAT": total } = slip;
  if (!charge && !vat && !total && isIncoming(slip)) return;
  const charges = { fee: readAmount("Service Charge", charge), vat: readAmount("VAT (15%)", vat) };
  if (!addsUp(readAmount("Total Amount including VAT", total), transferred, charges))
    throw new ReceiptUnreadable("transferred amount and charges do not add up to the total");
}

function readAmount(label: string, text: string | null | undefined): bigint {
  return readSantim(label, withoutUnit(text ?? ""));
}

/** From another bank: `EthSwitch Transfer For inc via IPS`. */
function isIncoming(slip: Slip): boolean {
  return /\binc(?:oming)?\b/i.test(slip["Transaction Type"]);
}

function suffixBelongs(slip: Slip, suffix: string): boolean {
  const isSettled = isIncoming(slip) || /\bincoming settlement\b/i.test(slip["Source Account Name"] ?? "");
  if (suffix === settlementDigits && isSettled) return true;
  const accounts = [slip["Source Account"] ?? "", slip["Receiver's Account"] ?? ""];
  return accounts.some((account) => suffixMatchesAccount(suffix, account));
}
