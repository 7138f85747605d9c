import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BankCode } from "@receipts/contracts";
import { parseBoaReceipt } from "../src/boa/boa-receipt-parser.ts";
import { parseCbeJsonReceipt } from "../src/cbe/cbe-json-receipt-parser.ts";
import { parseCbePdfReceipt } from "../src/cbe/cbe-pdf-receipt-parser.ts";
import type { ParseOutcome, ReceiptIdentifiers } from "../src/index.ts";
import { extractPdfText } from "../src/pdf-text.ts";
import { parseTelebirrReceipt } from "../src/telebirr/telebirr-receipt-parser.ts";

/** Real receipts stay outside the repository; what needs them is skipped where they are missing. */
export const receiptsDir =
  process.env["RECEIPTS_DIR"] ?? join(import.meta.dirname, "../../../../shared/receipts");
export const hasRealReceipts = existsSync(receiptsDir);

export const fixture = (path: string): Buffer => readFileSync(join(import.meta.dirname, "../src", path));
export const realReceipt = (path: string): Buffer => readFileSync(join(receiptsDir, path));

export type DocumentForm = "html" | "json" | "text";

/** A document as text, with what a parser should make of it. */
export interface DocumentUnderTest {
  readonly name: string;
  readonly bank: BankCode;
  readonly form: DocumentForm;
  readonly text: string;
  readonly identifiers: ReceiptIdentifiers;
  /** Well-formed references of other payments, of the same day too. */
  readonly otherReferences: readonly string[];
  /** Without any of these the document is not one. */
  readonly requiredLabels: readonly string[];
  /** Where the last field stands that a reader needs. */
  readonly neededLength: number;
  parse(text: string, identifiers: ReceiptIdentifiers): ParseOutcome;
}

const telebirrLabels = [
  "/Payer Name",
  "/Payer telebirr no.",
  "/Credited Party name",
  "/Credited party account no",
  "/transaction status",
  "/ Invoice details",
  "/Invoice No.",
  "/Payment date",
  "/Settled Amount",
  "/Total Paid Amount",
  "/Payment Reason",
];

function telebirr(name: string, bytes: Buffer, reference: string, extra: readonly string[] = []) {
  const text = bytes.toString();
  return {
    name: `telebirr ${name}`,
    bank: "telebirr",
    form: "html",
    text,
    identifiers: { reference, suffix: null, phone: null },
    otherReferences: [`${reference.slice(0, 9)}${reference.endsWith("A") ? "B" : "A"}`, "DA11AAAAAA"],
    requiredLabels: [...telebirrLabels, ...extra],
    neededLength: text.lastIndexOf("</html>"),
    parse: (html, { reference: asked }) => parseTelebirrReceipt(html, asked),
  } satisfies DocumentUnderTest;
}

const paymentLabels = ["Payer", "Account", "Receiver", "Transferred Amount"];
const labels2025 = [
  ...paymentLabels,
  "Payment / Transaction Information",
  "Payment Date & Time",
  "Reference No. (VAT Invoice No)",
  "Reason / Type of service",
  "Commission or Service Charge",
  "15% VAT on Commission",
  "Total amount debited from customers account",
  "Amount in Word",
];
const labels2024 = [...paymentLabels, "Payment Information", "Payment Date", "Reference No.", "Reason"];

function cbePdf(name: string, text: string, reference: string, suffix: string, is2024 = false) {
  return {
    name: `cbe ${name}`,
    bank: "cbe",
    form: "text",
    text,
    identifiers: { reference, suffix, phone: null },
    otherReferences: [`${reference.slice(0, 11)}${reference.endsWith("A") ? "B" : "A"}`, "FT26001AAAAA"],
    requiredLabels: is2024 ? labels2024 : labels2025,
    neededLength: text.indexOf(is2024 ? "\nAmount in Word" : "ETB", text.indexOf("\nAmount in Word")),
    parse: parseCbePdfReceipt,
  } satisfies DocumentUnderTest;
}

const detailKeys = [
  ..."id status transactionType debitAccountHolder creditAccountHolder creditAccountNo".split(" "),
  ..."creditCurrency amountCredited amountCreditedWithCurrency amountDebited".split(" "),
  ..."totalChargeAmount dateTimes encodedReceipt".split(" "),
];

function cbeJson(name: string, bytes: Buffer, reference: string) {
  const text = bytes.toString().trim();
  return {
    name: `cbe ${name}`,
    bank: "cbe",
    form: "json",
    text,
    identifiers: { reference, suffix: null, phone: null },
    otherReferences: [`${reference.slice(0, -1)}z`, reference.toLowerCase(), "v2-hfHC0000000000000000"],
    requiredLabels: detailKeys,
    neededLength: text.length,
    parse: (json, { reference: asked }) => parseCbeJsonReceipt(json, asked),
  } satisfies DocumentUnderTest;
}

const slipKeys = [
  ..."Source Account Name,Source Account,Payer's Name,Transferred Amount,Transaction Type".split(","),
  ..."Transaction Date,Transaction Reference,currency,Narrative".split(","),
];

function boa(
  name: string,
  bytes: Buffer,
  reference: string,
  suffix: string,
  extra: readonly string[],
): DocumentUnderTest {
  const text = bytes.toString().trim();
  return {
    name: `boa ${name}`,
    bank: "boa",
    form: "json",
    text,
    identifiers: { reference, suffix, phone: null },
    otherReferences: [`${reference.slice(0, 11)}${reference.endsWith("A") ? "B" : "A"}`, "FT26001AAAAA"],
    requiredLabels: [...slipKeys, ...extra],
    neededLength: text.length,
    parse: parseBoaReceipt,
  };
}

const receiverKeys = ["Receiver's Name", "Receiver's Account"];

const ownDocuments: readonly DocumentUnderTest[] = [
  telebirr("person to person", fixture("telebirr/fixtures/person-to-person.html"), "DB34K9WQ7X"),
  telebirr("to a bank", fixture("telebirr/fixtures/bank-transfer.html"), "DC25MN8R1T", [
    "/Bank account number",
  ]),
  telebirr("to a merchant", fixture("telebirr/fixtures/merchant-payment.html"), "CGF0P4ZL2D"),
  cbePdf("transfer", fixture("cbe/fixtures/transfer.pdf.txt").toString(), "FT26061K3WQ8", "34561111"),
  cbePdf(
    "branch receipt",
    fixture("cbe/fixtures/branch-receipt.pdf.txt").toString(),
    "FT25241B7M2P",
    "34562222",
  ),
  cbePdf(
    "from another bank",
    fixture("cbe/fixtures/from-another-bank.pdf.txt").toString(),
    "FT26015H9TLA",
    "34562222",
  ),
  cbePdf(
    "of 2024",
    fixture("cbe/fixtures/transfer-2024.pdf.txt").toString(),
    "FT24110Q2ZV5",
    "34561111",
    true,
  ),
  cbeJson("v2 transfer", fixture("cbe/fixtures/v2-transfer.json"), "v2-hfHCq8ZtLm3RkWd5XnB2"),
  cbeJson("v2 reversed", fixture("cbe/fixtures/v2-reversed.json"), "v2-hfHCw4PsNc7TjYf1GvA9"),
  boa("transfer", fixture("boa/fixtures/transfer.json"), "FT26151AB12C", "55541", receiverKeys),
  boa("incoming", fixture("boa/fixtures/incoming-ips.json"), "TT26153ZK8Q4", "10104", receiverKeys),
  boa("bill", fixture("boa/fixtures/bill-payment.json"), "FT26162LM4N0", "55541", ["Payment Reference"]),
];

/** The real documents with what they are asked for by, taken out of themselves: nothing of them is in the repository. */
export async function readRealReceipts() {
  const telebirrPage = realReceipt("telebirr/person-to-person.html");
  const pdfText = await extractPdfText(realReceipt("cbe/legacy-2025.pdf"));
  const detail = JSON.parse(realReceipt("cbe/v2-transaction-detail.json").toString());
  const slip = JSON.parse(realReceipt("boa/bill-payment.json").toString()).body[0];
  return {
    telebirrPage: telebirrPage.toString(),
    telebirrReference: /> ?([A-Z][A-L][1-9A-V][A-Z0-9]{7})</.exec(telebirrPage.toString())?.[1] ?? "",
    pdfText,
    pdfReference: /Invoice No\) (\S+)/.exec(pdfText)?.[1] ?? "",
    detail,
    token: new URL(detail.encodedReceipt).pathname.slice(1),
    slip,
  };
}

async function realDocuments(): Promise<readonly DocumentUnderTest[]> {
  if (!hasRealReceipts) return [];
  const { telebirrReference, pdfText, pdfReference, token, slip } = await readRealReceipts();
  return [
    telebirr("real", realReceipt("telebirr/person-to-person.html"), telebirrReference),
    cbePdf("real", pdfText, pdfReference, "00007402"),
    cbeJson("v2 real", realReceipt("cbe/v2-transaction-detail.json"), token),
    boa(
      "real bill",
      realReceipt("boa/bill-payment.json"),
      slip["Transaction Reference"],
      `000${slip["Source Account"].slice(-2)}`,
      ["Payment Reference"],
    ),
  ];
}

export const documents: readonly DocumentUnderTest[] = [...ownDocuments, ...(await realDocuments())];
