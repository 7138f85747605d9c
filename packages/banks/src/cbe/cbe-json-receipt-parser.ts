import { z } from "zod";
import { suffixMatchesAccount, visibleTrailingDigits } from "../account-digits.ts";
import type { ParseOutcome, Receipt, ReceiptIdentifiers } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { paymentKindOf } from "../payment-kind.ts";
import { readPaymentStatus } from "../payment-status.ts";
import { addsUp, readPaidSantim, readSantim, withoutEtb } from "../receipt-amounts.ts";
import { checkPaidNear, coreBankingReferenceDay } from "../reference-day.ts";
import { readStrictJson } from "../strict-json.ts";
import { looseText } from "../utf8-text.ts";

const text = z.string().trim().min(1);

const detailSchema = z.object({
  id: z.string().regex(/^FT\d{5}[A-Z0-9]{5}$/),
  status: text,
  transactionType: text,
  debitAccountHolder: text,
  debitAccountNo: text,
  creditAccountHolder: text,
  creditAccountNo: z.string().regex(/^[A-Z0-9*]{4,34}$/),
  creditCurrency: z.literal("ETB"),
  debitCurrency: text,
  amountCredited: text,
  amountCreditedWithCurrency: text,
  amountDebited: text,
  totalChargeAmount: text,
  dateTimes: z.array(z.iso.datetime()).min(1),
  encodedReceipt: z.url(),
  // `A2A`
  platformTransactionType: z.string().nullish(),
  isOtherBank: z.boolean().nullish(),
});
type Detail = z.infer<typeof detailSchema>;

/** Problem details. A receipt with a key of that name does not match. */
const problemSchema = z.object({
  detail: z.string(),
  id: z.undefined().optional(),
  amountCredited: z.undefined().optional(),
});

/** Detects problem details that mean "no such receipt"; they come with status 500. */
export function saysNoSuchCbeTransaction(body: Uint8Array): boolean {
  if (body.length > 4_096) return false;
  try {
    const { detail } = problemSchema.parse(JSON.parse(looseText(body)));
    return /tampered legacy token|transaction not found/i.test(detail);
  } catch {
    return false;
  }
}

/** Throws `ReceiptUnreadable` unless this is the complete receipt of the share token. */
export function parseCbeJsonReceipt(
  json: string,
  { reference, suffix }: Pick<ReceiptIdentifiers, "reference" | "suffix">,
): ParseOutcome {
  const detail = readStrictJson(json, detailSchema);
  if (sharedToken(detail.encodedReceipt) !== reference) {
    throw new ReceiptUnreadable("the receipt is not the requested one");
  }
  const amount = readPaidSantim("amountCredited", detail.amountCredited);
  checkAmounts(detail, amount);
  const paidAt = readTime(detail.dateTimes);
  checkPaidNear(coreBankingReferenceDay(detail.id), paidAt);
  const receipt = readReceipt(detail, amount, paidAt);
  return {
    kind: suffix === null || suffixBelongs(detail, suffix) ? "receipt" : "identifier_mismatch",
    receipt,
  };
}

/**
 * The bank accepts the token alone, so only this function checks the suffix. If an account shows no digit at its end,
 * the suffix may belong to it or not. Then there is no verdict: "verified" would be unchecked, and a mismatch would
 * accuse a payer.
 */
function suffixBelongs({ debitAccountNo, creditAccountNo }: Detail, suffix: string): boolean {
  const accounts = [debitAccountNo, creditAccountNo];
  if (accounts.some((account) => suffixMatchesAccount(suffix, account))) return true;
  if (accounts.some((account) => visibleTrailingDigits(account) === "")) {
    throw new ReceiptUnreadable("an account shows no digits to compare the suffix with");
  }
  return false;
}

function readReceipt(detail: Detail, amount: Receipt["amount"], paidAt: Date): Receipt {
  return {
    referenceNumber: detail.id,
    paymentStatus: readPaymentStatus(detail.status, ["completed", "success"]),
    amount,
    currency: "ETB",
    senderName: detail.debitAccountHolder,
    senderAccount: detail.debitAccountNo,
    receiverName: detail.creditAccountHolder,
    receiverAccount: detail.creditAccountNo,
    paymentKind:
      detail.isOtherBank === true ? "bank_transfer" : paymentKindOf(detail.platformTransactionType),
    paidAt,
  };
}

/** `https://mbreciept.cbe.com.et/v2-…`: the share link printed on the receipt. */
function sharedToken(link: string): string | undefined {
  return URL.parse(link)?.pathname.slice(1);
}

function checkAmounts(detail: Detail, credited: bigint): void {
  const again = readSantim("amountCreditedWithCurrency", withoutEtb(detail.amountCreditedWithCurrency));
  if (again !== credited) throw new ReceiptUnreadable("the receipt has two amounts");
  const charged = readSantim("totalChargeAmount", detail.totalChargeAmount);
  const debited = readSantim("amountDebited", detail.amountDebited);
  // A debit in another currency cannot be compared.
  if (detail.debitCurrency === "ETB" && !addsUp(debited, credited, { charged })) {
    throw new ReceiptUnreadable("credited amount and charges do not add up to the debited amount");
  }
}

/** Real UTC, unlike the times of the PDF. */
function readTime(dateTimes: readonly string[]): Date {
  const [time, another] = new Set(dateTimes.map((text) => Date.parse(text)));
  if (time === undefined || another !== undefined) throw new ReceiptUnreadable("the receipt has two times");
  return new Date(time);
}
