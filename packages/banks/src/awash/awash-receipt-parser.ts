import { addisEpochDay } from "../addis-time.ts";
import type { ParseOutcome, Receipt } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { checkLabelsAreRead, labelOf } from "../html-labels.ts";
import { type HtmlContent, readHtml } from "../html-rows.ts";
import { paymentKindOf } from "../payment-kind.ts";
import { readPaidSantim } from "../receipt-amounts.ts";
import { checkPaidNear } from "../reference-day.ts";
import { awashPageType, readAwashParties } from "./awash-page-types.ts";
import { type AwashSections, readAwashSections } from "./awash-sections.ts";
import { hexTransactionIdOf, transactionIdOf, transactionIdTime } from "./awash-token.ts";

/** The "not found" page has only a few words. */
const longestNotFoundText = 500;

/** Throws `ReceiptUnreadable` unless this is the complete receipt of the token. */
export function parseAwashReceipt(html: string, token: string): ParseOutcome {
  const content = readHtml(html);
  if (saysNotFound(content)) return { kind: "not_found" };
  if (!content.endsWhole) throw new ReceiptUnreadable("the page is cut off before its end");
  const sections = readAwashSections(content.tables);
  checkLabelsAreRead(content.texts, sections.pairs, readLabels, sections.payment.optional("reason"));
  const referenceNumber = readTransactionId(sections, html, token);
  return { kind: "receipt", receipt: readReceipt(sections, content.title, referenceNumber) };
}

function saysNotFound({ texts }: HtmlContent): boolean {
  const text = texts.join(" ");
  const isReceipt = texts.some((piece) => readLabels.has(labelOf(piece)));
  return (
    !isReceipt && text.length <= longestNotFoundText && /receipt not found|invalid receipt id/i.test(text)
  );
}

/** Damage is assumed if one of these occurs twice or apart from its value. */
const readLabels: ReadonlySet<string> = new Set([
  ...["company name", "customer name", "account no", "transaction time", "transaction date"],
  ...["transaction type", "amount", "sender name", "sender account", "source account", "beneficiary name"],
  ...["beneficiary account", "beneficiary bank", "receiver name", "receiver account", "merchant"],
  ...["till number", "recipient", "phone number", "transaction id"],
]);

/**
 * Returns the page's Transaction ID if it belongs to the token. Current tokens encode the ID. For an older token, the
 * page's own link must match the requested one.
 */
function readTransactionId({ payment }: AwashSections, html: string, token: string): string {
  const id = payment.required("transaction id");
  if (!/^[A-Za-z0-9]{6,30}$/.test(id)) throw new ReceiptUnreadable("the Transaction ID is malformed");
  const expected = transactionIdOf(token);
  const isRequested =
    expected === undefined ? id === hexTransactionIdOf(token) || linksOnlyTo(html, token) : id === expected;
  if (!isRequested) throw new ReceiptUnreadable("the receipt is not the requested one");
  return id;
}

/** The page's script draws its own link as a QR code. */
function linksOnlyTo(html: string, token: string): boolean {
  const links = [...html.matchAll(/:8225\/-([0-9A-Z]{10,12}-[0-9A-Z]{6})(?![0-9A-Z-])/g)];
  return links.length > 0 && links.every(([, linked]) => linked === token);
}

function readReceipt(sections: AwashSections, title: string, referenceNumber: string): Receipt {
  const { payment } = sections;
  const type = awashPageType(sections);
  const idTime = transactionIdTime(referenceNumber);
  const paidAt = type.readDate(payment.required(type.dateLabel), idTime);
  if (paidAt === undefined) throw new ReceiptUnreadable("the date of the transaction is not a date");
  if (idTime !== undefined) checkPaidNear(addisEpochDay(idTime), paidAt);
  return {
    referenceNumber,
    paymentStatus: readStatus(title, payment.optional("transaction type")),
    amount: readPaidSantim("Amount", withoutCurrency(payment.required("amount"))),
    currency: "ETB",
    ...readAwashParties(sections, type),
    paymentKind: paymentKindOf(payment.optional("transaction type")),
    paidAt,
    // The page has only a day, and the id does not give the time of that day.
    ...(type.datesAlone === true && paidAt.getTime() !== idTime?.getTime() ? { paidAtPrecision: "day" } : {}),
  };
}

/** Words of the title and the status that they mean: `Transfer successful`, `Your transaction was reversed`. */
const titleMeanings: readonly (readonly [meaning: "completed" | "reversed" | "unknown", words: RegExp])[] = [
  [
    "reversed",
    /\b(?:fail(?:ed|ure)?|revers(?:ed|al)|refunded|cancel(?:l?ed|lation)|declined|rejected|expired)\b/i,
  ],
  ["completed", /\bsuccess(?:ful(?:ly)?)?\b/i],
  // Pending, or negating another word.
  [
    "unknown",
    /\b(?:pending|process(?:ing)?|progress|queued|initiated|waiting|submitted|scheduled|request(?:ed)?|approv\w{1,10}|authori[sz]\w{1,10}|(?:on )?hold|received|accepted|not|no|un\w{1,20}|partial(?:ly)?)\b/i,
  ],
];

/**
 * Only the title states the status, and on some pages it just repeats the type. Throws `ReceiptUnreadable` if the title
 * has no meaning or several.
 */
function readStatus(title: string, type: string | undefined): Receipt["paymentStatus"] {
  if (title.toLowerCase() === type?.toLowerCase()) return "completed";
  const [meaning, another] = titleMeanings.filter(([, words]) => words.test(title));
  if (meaning === undefined || another !== undefined || meaning[0] === "unknown")
    throw new ReceiptUnreadable("the title does not state one payment status");
  return meaning[0];
}

/** `1470 ETB`, `3,000 ETB`, `950.00` */
function withoutCurrency(text: string): string | undefined {
  return /^([\d.,]+)(?: ETB)?$/.exec(text)?.[1];
}
