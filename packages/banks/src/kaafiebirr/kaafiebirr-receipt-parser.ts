import { readAddisDate } from "../addis-time.ts";
import type { ParseOutcome, Receipt, ReceiptIdentifiers } from "../bank-adapter.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { checkLabelsAreRead, isWholeCell, labelOf, rowValue } from "../html-labels.ts";
import { type HtmlContent, type HtmlRow, type HtmlTable, readHtml } from "../html-rows.ts";
import { type LabelledValues, labelledValues } from "../labelled-values.ts";
import { readPaymentStatus } from "../payment-status.ts";
import { readPaidSantim, readSantim, sum, withoutEtb } from "../receipt-amounts.ts";
import { mobileFitsAccount } from "../submitted-phone.ts";
import { isTransferId } from "./kaafiebirr-identifiers.ts";

/** The page that says so is a few words long. */
const longestNotFoundText = 500;

type Asked = Pick<ReceiptIdentifiers, "reference" | "phone">;

/** Throws `ReceiptUnreadable` for anything that is not a whole receipt, or for that of another transfer id. */
export function parseKaafiebirrReceipt(html: string, asked: Asked): ParseOutcome {
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
  checkAsked(receipt, values, asked.reference);
  return { kind: phoneFits(asked.phone, sender, receiver) ? "receipt" : "identifier_mismatch", receipt };
}

function saysNotFound({ texts }: HtmlContent): boolean {
  const isReceipt = texts.some((text) => neededLabels.has(labelOf(text)));
  return !isReceipt && texts.includes("Not Found Page") && texts.join(" ").length <= longestNotFoundText;
}

/** Texts of a row's cells; none of a row that has lost a part of its tags. */
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

/** Below its heading: a caption, the name, a caption, the account; one to a row. Undefined without the heading. */
function readParty({ tables }: HtmlContent, heading: RegExp): Party | undefined {
  const [block, another] = tables.filter((table) => heading.test(table.heading));
  if (block === undefined) return undefined;
  if (another !== undefined) throw new ReceiptUnreadable("the page has a party twice");
  const [, name = "", , account = ""] = rowTexts(block);
  // A block that has lost a row shows a caption or the other value in their places.
  const isName = /\p{L}/u.test(name) && !isAccount(name);
  if (!isName || !isAccount(account)) throw new ReceiptUnreadable("a party is not a name and an account");
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
    // No status is known of; one that a page has must be a known word.
    paymentStatus: status === undefined ? "completed" : readPaymentStatus(status, ["completed"]),
    amount,
    currency: "ETB",
    // Whether the bank's page names the payer is not known.
    senderName: sender?.name ?? null,
    receiverName: receiver.name,
    receiverAccount: receiver.account,
    paidAt: readPaymentDate(values.required(dateLabel)),
  };
}

/** Where the page has a total, amount and charges must make it. */
function checkTotal(values: LabelledValues, amount: bigint): void {
  const read = (label: string): bigint => {
    const text = values.optional(label);
    return text === undefined ? 0n : readSantim(label, withoutEtb(text));
  };
  if (values.has("total") && sum([amount, read("charges"), read("vat")]) !== read("total"))
    throw new ReceiptUnreadable("amount and charges do not make the total");
}

const datePattern = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) \+0300 EAT$/;

/** `2026-02-11 20:07:02 +0300 EAT` */
const readPaymentDate = (text: string) => readAddisDate("payment date", datePattern, text);

/** A link token is the bank's secret name of the receipt and stands nowhere in it. */
function checkAsked({ referenceNumber }: Receipt, values: LabelledValues, reference: string): void {
  if (!isTransferId(reference)) return;
  const shown = [referenceNumber, values.optional("transfer id")];
  if (!shown.includes(reference))
    throw new ReceiptUnreadable("the receipt is another one than was asked for");
}

/** True also where the receipt shows no phone to compare with. */
function phoneFits(phone: string | null, ...parties: readonly (Party | undefined)[]): boolean {
  if (phone === null) return true;
  const fits = parties.flatMap((party) => mobileFitsAccount(phone, party?.account ?? "") ?? []);
  return fits.length === 0 || fits.includes(true);
}
