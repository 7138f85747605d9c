import { readAddisDate } from "../addis-time.ts";
import type { ParseOutcome, Receipt, ReceiptIdentifiers } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { checkLabelsAreRead, isWholeCell, labelOf, rowValue } from "../html-labels.ts";
import { type HtmlContent, type HtmlRow, type HtmlTable, readHtml } from "../html-rows.ts";
import { type LabelledValues, labelledValues } from "../labelled-values.ts";
import { readPaymentStatus } from "../payment-status.ts";
import { addsUp, readPaidSantim, readSantim, withoutEtb } from "../receipt-amounts.ts";
import { mobileMatchesAccount } from "../submitted-phone.ts";
import { isTransferId } from "./kaafiebirr-bank.ts";

/** The "not found" page has only a few words. */
const longestNotFoundText = 500;

type Requested = Pick<ReceiptIdentifiers, "reference" | "phone">;

/** Throws `ReceiptUnreadable` for an incomplete receipt, and for one of another transfer id. */
export function parseKaafiebirrReceipt(html: string, requested: Requested): ParseOutcome {
  const content = readHtml(html);
  const pairs = content.rows.flatMap(rowValue);
  if (saysNotFound(content)) return { kind: "not_found" };
  if (!content.endsWhole) throw new ReceiptUnreadable("the page is cut off before its end");
  const values = labelledValues(pairs);
  checkLabelsAreRead(content.texts, pairs, neededLabels);
  const sender = readParty(content, /\bsender info/i);
  const receiver = readParty(content, /\breceiver info/i);
  if (receiver === undefined) throw new ReceiptUnreadable("the page does not name the receiver");
  const receipt = readReceipt(values, sender, receiver);
  checkRequested(receipt, values, requested.reference);
  return {
    kind: phoneMatches(requested.phone, sender, receiver) ? "receipt" : "identifier_mismatch",
    receipt,
  };
}

function saysNotFound({ texts }: HtmlContent): boolean {
  const isReceipt = texts.some((text) => neededLabels.has(labelOf(text)));
  return !isReceipt && texts.includes("Not Found Page") && texts.join(" ").length <= longestNotFoundText;
}

/** Texts of a row's cells; empty if the row lacks some of its tags. */
function shownCells({ cells, hasLooseText }: HtmlRow): readonly string[] {
  const isWhole = !hasLooseText && cells.every(isWholeCell);
  return isWhole ? cells.map(({ text }) => text).filter((text) => text !== "") : [];
}

const dateLabel = "date";
const receiptNumberLabel = "receipt no";
const amountLabel = "amount";
const neededLabels: ReadonlySet<string> = new Set([dateLabel, receiptNumberLabel, amountLabel]);

interface Party {
  readonly name: string;
  readonly account: string;
}

/**
 * Below its heading come a caption, the name, a caption and the account, one in each row. Undefined without the
 * heading.
 */
function readParty({ tables }: HtmlContent, heading: RegExp): Party | undefined {
  const [block, another] = tables.filter((table) => heading.test(table.heading));
  if (block === undefined) return undefined;
  if (another !== undefined) throw new ReceiptUnreadable("the page has a party twice");
  const [, name = "", , account = ""] = rowTexts(block);
  // If the block lost a row, a caption or the other value takes the place of these.
  const isName = /\p{L}/u.test(name) && !isAccount(name);
  if (!isName || !isAccount(account)) throw new ReceiptUnreadable("a party lacks a name or an account");
  return { name, account };
}

function rowTexts({ rows }: HtmlTable): readonly string[] {
  return rows.map((row) => {
    const [text = "", more] = shownCells(row);
    return more === undefined ? text : "";
  });
}

function isAccount(text: string): boolean {
  return /^\+?[\d*][\d* -]{3,33}$/.test(text) && /\d/.test(text);
}

function readReceipt(values: LabelledValues, sender: Party | undefined, receiver: Party): Receipt {
  const amount = readPaidSantim(amountLabel, withoutEtb(values.required(amountLabel)));
  checkTotal(values, amount);
  const status = values.optional("status");
  return {
    referenceNumber: values.required(receiptNumberLabel),
    // The page has no known status row; if there is one, its word must be known.
    paymentStatus: status === undefined ? "completed" : readPaymentStatus(status, ["completed"]),
    amount,
    currency: "ETB",
    // It is unknown whether the bank's page names the payer.
    senderName: sender?.name ?? null,
    receiverName: receiver.name,
    receiverAccount: receiver.account,
    paidAt: readPaymentDate(values.required(dateLabel)),
  };
}

/** If the page has a total, amount and charges must add up to it. */
function checkTotal(values: LabelledValues, amount: bigint): void {
  const read = (label: string): bigint => {
    const text = values.optional(label);
    return text === undefined ? 0n : readSantim(label, withoutEtb(text));
  };
  const charges = { fee: read("charges"), vat: read("vat") };
  if (values.has("total") && !addsUp(read("total"), amount, charges))
    throw new ReceiptUnreadable("amount and charges do not add up to the total");
}

const datePattern = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) \+0300 EAT$/;

/** `2026-02-11 20:07:02 +0300 EAT` */
const readPaymentDate = (text: string) => readAddisDate("payment date", datePattern, text);

/** A link token is a secret name of the receipt that the receipt itself does not contain. */
function checkRequested({ referenceNumber }: Receipt, values: LabelledValues, reference: string): void {
  if (!isTransferId(reference)) return;
  const shown = [referenceNumber, values.optional("transfer id")];
  if (!shown.includes(reference)) throw new ReceiptUnreadable("the receipt is not the requested one");
}

/** Also true if the receipt shows no phone to compare with. */
function phoneMatches(phone: string | null, ...parties: readonly (Party | undefined)[]): boolean {
  if (phone === null) return true;
  const matches = parties.flatMap((party) => mobileMatchesAccount(phone, party?.account ?? "") ?? []);
  return matches.length === 0 || matches.includes(true);
}
