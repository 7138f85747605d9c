import { addisEpochDay } from "../addis-time.ts";
import type { ParseOutcome, Receipt } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { checkLabelsAreRead, labelOf } from "../html-labels.ts";
import { type HtmlContent, readHtml } from "../html-rows.ts";
import { readPaidSantim } from "../receipt-amounts.ts";
import { checkPaidNear } from "../reference-day.ts";
import { awashPageType, readAwashParties } from "./awash-page-types.ts";
import { type AwashSections, readAwashSections } from "./awash-sections.ts";
import { hexTransactionIdOf, transactionIdOf, transactionIdTime } from "./awash-token.ts";

/** The page that says so is a few words long. */
const longestNotFoundText = 500;

/** Throws `ReceiptUnreadable` for anything that is not a whole receipt of this token. */
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

/** Twice in the page, or apart from its value, each of these is a trace of damage. */
const readLabels: ReadonlySet<string> = new Set([
  ...["company name", "customer name", "account no", "transaction time", "transaction date"],
  ...["transaction type", "amount", "sender name", "sender account", "source account", "beneficiary name"],
  ...["beneficiary account", "beneficiary bank", "receiver name", "receiver account", "merchant"],
  ...["till number", "recipient", "phone number", "transaction id"],
]);

/**
 * The page's Transaction ID, if the token is its own: today's tokens are made of the ID; for an older one, the page's
 * own link has to be the one that was asked for.
 */
function readTransactionId({ payment }: AwashSections, html: string, token: string): string {
  const id = payment.required("transaction id");
  if (!/^[A-Za-z0-9]{6,30}$/.test(id)) throw new ReceiptUnreadable("the Transaction ID is not one");
  const expected = transactionIdOf(token);
  const isAskedFor =
    expected === undefined ? id === hexTransactionIdOf(token) || linksOnlyTo(html, token) : id === expected;
  if (!isAskedFor) throw new ReceiptUnreadable("the receipt is another one than was asked for");
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
    paidAt,
    // The page has a day alone, and the id did not tell the time of that day.
    ...(type.datesAlone === true && paidAt.getTime() !== idTime?.getTime() ? { paidAtPrecision: "day" } : {}),
  };
}

/** What titles say of a payment, each of one meaning: `Transfer successful`, `Your transaction was reversed`. */
const titleMeanings: readonly (readonly [meaning: "completed" | "reversed" | "unknown", words: RegExp])[] = [
  [
    "reversed",
    /\b(?:fail(?:ed|ure)?|revers(?:ed|al)|refunded|cancel(?:l?ed|lation)|declined|rejected|expired)\b/i,
  ],
  ["completed", /\bsuccess(?:ful(?:ly)?)?\b/i],
  // Not over yet, or the contrary of what another word says.
  [
    "unknown",
    /\b(?:pending|process(?:ing)?|progress|queued|initiated|waiting|submitted|scheduled|request(?:ed)?|approv\w{1,10}|authori[sz]\w{1,10}|(?:on )?hold|received|accepted|not|no|un\w{1,20}|partial(?:ly)?)\b/i,
  ],
];

/**
 * The title is all that says how it went, and on some pages it is only the type again. Throws `ReceiptUnreadable` unless
 * it says one thing.
 */
function readStatus(title: string, type: string | undefined): Receipt["paymentStatus"] {
  if (title.toLowerCase() === type?.toLowerCase()) return "completed";
  const [meaning, another] = titleMeanings.filter(([, words]) => words.test(title));
  if (meaning === undefined || another !== undefined || meaning[0] === "unknown")
    throw new ReceiptUnreadable("the title does not say how the payment went");
  return meaning[0];
}

/** `1470 ETB`, `3,000 ETB`, `950.00` */
function withoutCurrency(text: string): string | undefined {
  return /^([\d.,]+)(?: ETB)?$/.exec(text)?.[1];
}
