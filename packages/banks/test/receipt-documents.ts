import type { BankCode } from "@receipts/contracts";
import { hasRealReceipts, realReceipt } from "@receipts/testing";
import { parseAmharaReceipt } from "../src/amhara/amhara-receipt-parser.ts";
import { parseAwashReceipt } from "../src/awash/awash-receipt-parser.ts";
import { parseBoaReceipt } from "../src/boa/boa-receipt-parser.ts";
import { parseCbeJsonReceipt } from "../src/cbe/cbe-json-receipt-parser.ts";
import { parseCbePdfReceipt } from "../src/cbe/cbe-pdf-receipt-parser.ts";
import { parseCbebirrReceipt } from "../src/cbebirr/cbebirr-receipt-parser.ts";
import { parseDashenReceipt } from "../src/dashen/dashen-receipt-parser.ts";
import type { ParseOutcome, ReceiptIdentifiers } from "../src/index.ts";
import { parseKaafiebirrReceipt } from "../src/kaafiebirr/kaafiebirr-receipt-parser.ts";
import { parseMpesaReceipt } from "../src/mpesa/mpesa-receipt-parser.ts";
import { extractPdfText } from "../src/pdf-text.ts";
import { parseSiinqeeReceipt } from "../src/siinqee/siinqee-receipt-parser.ts";
import { parseTelebirrReceipt } from "../src/telebirr/telebirr-receipt-parser.ts";
import { parseWegagenReceipt } from "../src/wegagen/wegagen-receipt-parser.ts";
import { fixture } from "./fixture.ts";

export type DocumentForm = "html" | "json" | "text";

/** A document as text, with the expected result of its parser. */
export interface DocumentUnderTest {
  readonly name: string;
  readonly bank: BankCode;
  readonly form: DocumentForm;
  readonly text: string;
  readonly identifiers: ReceiptIdentifiers;
  /** Well-formed references of other payments, some of the same day. */
  readonly otherReferences: readonly string[];
  /** Labels that every document of this kind must have. */
  readonly requiredLabels: readonly string[];
  /** The bank leaves out the payer of some documents of this kind, so that one that lost it cannot be told apart. */
  readonly mayLackPayer?: true;
  /** In a text: labels are searched after this one; they may then be anywhere in their line. */
  readonly labelsAfter?: string;
  /** If the reference is composed of values in the document: composes it from their replacements. */
  referenceOf?(other: (text: string) => string): string;
  /** Length up to the last field that a reader needs. */
  readonly neededLength: number;
  parse(text: string, identifiers: ReceiptIdentifiers): ParseOutcome;
}

/** A document that is read completely and opened by its reference alone; the caller overrides the rest. */
function documentOf(bank: BankCode, form: DocumentForm, name: string, text: string, reference: string) {
  const identifiers: ReceiptIdentifiers = { reference, suffix: null, phone: null };
  return { name: `${bank} ${name}`, bank, form, text, identifiers, neededLength: text.length };
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
    ...documentOf("telebirr", "html", name, text, reference),
    otherReferences: [`${reference.slice(0, 9)}${reference.endsWith("A") ? "B" : "A"}`, "DA11AAAAAA"],
    requiredLabels: [...telebirrLabels, ...extra],
    neededLength: text.lastIndexOf("</html>"),
    parse: (html, { reference: requested }) => parseTelebirrReceipt(html, requested),
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
    ...documentOf("cbe", "text", name, text, reference),
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
    ...documentOf("cbe", "json", name, text, reference),
    otherReferences: [`${reference.slice(0, -1)}z`, reference.toLowerCase(), "v2-hfHC0000000000000000"],
    requiredLabels: detailKeys,
    parse: parseCbeJsonReceipt,
  } satisfies DocumentUnderTest;
}

const slipKeys = [
  ..."Transferred Amount,Transaction Type,Transaction Date,Transaction Reference".split(","),
  ...["currency", "Narrative"],
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
    ...documentOf("boa", "json", name, text, reference),
    identifiers: { reference, suffix, phone: null },
    otherReferences: [`${reference.slice(0, 11)}${reference.endsWith("A") ? "B" : "A"}`, "FT26001AAAAA"],
    requiredLabels: [...slipKeys, ...extra],
    parse: parseBoaReceipt,
  };
}

const payerKeys = ["Source Account Name", "Source Account", "Payer's Name"];
const receiverKeys = ["Receiver's Name", "Receiver's Account"];

const dashenLabels = [
  ...["Sender Name", "Sender Account Number", "Receiver Name", "Receiver Account Number"].map(paragraphLabel),
  ...["Transaction Reference", "Transaction Date"].map(paragraphLabel),
  ...["<td>Transaction Amount</td>", "<td>Total</td>"],
];

function paragraphLabel(label: string): string {
  return `<strong>${label}:`;
}

function dashen(name: string, bytes: Buffer, reference: string, extra: readonly string[] = []) {
  const text = bytes.toString().trimEnd();
  return {
    ...documentOf("dashen", "html", name, text, reference),
    otherReferences: [`${reference.slice(0, 15)}${reference.endsWith("A") ? "B" : "A"}`, "387WDTS260010A1B"],
    requiredLabels: [...dashenLabels, ...extra.map(paragraphLabel)],
    parse: (html, { reference: requested }) => parseDashenReceipt(html, requested),
  } satisfies DocumentUnderTest;
}

const siinqeeLabels = [
  ...["Transaction Reference", "Transaction Date", "Sender Name", "Sender Account", "Receiver Name"],
  ...["Receiver Account", "Amount", "Service Charge", "VAT (15%)", "Total", "Amount in Words", "Narrative"],
  "Status",
];

function siinqee(name: string, bytes: Buffer, reference: string) {
  const text = bytes.toString().trimEnd();
  return {
    ...documentOf("siinqee", "html", name, text, reference),
    otherReferences: [`${reference.slice(0, 15)}${reference.endsWith("1") ? "2" : "1"}`, "B41K7TR260010001"],
    requiredLabels: siinqeeLabels.map((label) => `<td>${label}</td>`),
    parse: (html, { reference: requested }) => parseSiinqeeReceipt(html, requested),
  } satisfies DocumentUnderTest;
}

function kaafiebirr(name: string, bytes: Buffer, reference: string, otherReferences: readonly string[]) {
  const text = bytes.toString().trimEnd();
  return {
    ...documentOf("kaafiebirr", "html", name, text, reference),
    otherReferences,
    requiredLabels: [">DATE<", ">RECEIPT NO<", ">AMOUNT<", ">Receiver Info<"],
    parse: parseKaafiebirrReceipt,
  } satisfies DocumentUnderTest;
}

const mpesaLabels = [
  "TRANSACTION ID",
  "RECEIPT NO",
  "PAYMENT DATE",
  "SETTLED AMOUNT",
  "TOTAL AMOUNT IN WORDS",
];

function mpesa(name: string, reference: string, extra: readonly string[]) {
  const text = fixture(`mpesa/fixtures/${name}.pdf.txt`).toString();
  return {
    ...documentOf("mpesa", "text", name, text, reference),
    otherReferences: [`${reference.slice(0, 9)}${reference.endsWith("A") ? "B" : "A"}`, "UA11AAAAAA"],
    requiredLabels: [...mpesaLabels, ...extra],
    labelsAfter: "TRANSACTION INFORMATION",
    neededLength: text.indexOf("TOTAL AMOUNT IN WORDS") + "TOTAL AMOUNT IN WORDS".length,
    parse: (pdfText, { reference: requested }) => parseMpesaReceipt(pdfText, requested),
  } satisfies DocumentUnderTest;
}

const cbebirrLabels = [
  ...["Transaction Information", "Debit Account", "Credit Account", "Receiver Name", "Order ID"],
  ...[
    "Transaction Status",
    "Reference",
    "Transaction Details",
    "Receipt Number",
    "Transaction Date",
    "Amount",
  ],
  ...["Paid amount", "VAT", "Total Paid Amount", "Total Amount in word", "Payment Reason", "Payment Channel"],
];

function cbebirr(name: string, reference: string, phone: string) {
  const text = fixture(`cbebirr/fixtures/${name}.pdf.txt`).toString();
  return {
    ...documentOf("cbebirr", "text", name, text, reference),
    identifiers: { reference, suffix: null, phone },
    otherReferences: [`${reference.slice(0, -1)}${reference.endsWith("A") ? "B" : "A"}`, "DA11AAAAAAA"],
    requiredLabels: cbebirrLabels,
    labelsAfter: "Transaction Information",
    neededLength: text.indexOf("Payment Channel") + "Payment Channel".length,
    parse: parseCbebirrReceipt,
  } satisfies DocumentUnderTest;
}

const wegagenKeys = [
  ..."trnRefNo txnAmount currency charge vat sender_name sender_account accNo receiver_name".split(" "),
  ..."receiver_account phoneNumber txnTimestamp messageStatus drCr trnCode".split(" "),
];

function wegagen(name: string, reference: string) {
  const text = fixture(`wegagen/fixtures/${name}.json`).toString().trim();
  return {
    ...documentOf("wegagen", "json", name, text, reference),
    otherReferences: [
      `${reference.slice(0, 15)}0${reference.slice(16)}`,
      `${reference.slice(0, 19)}9${reference.slice(20)}`,
      `${reference.slice(0, 20)}${reference[20] === "D" ? "C" : "D"}${reference.slice(21)}`,
      `${reference.slice(0, 23)}1`,
    ],
    requiredLabels: wegagenKeys,
    referenceOf(other) {
      const { trnRefNo, accNo, drCr, trnCode } = JSON.parse(text);
      return `${other(trnRefNo)}${other(accNo).slice(0, 4)}${drCr}${trnCode}`;
    },
    parse: (json, { reference: requested }) => parseWegagenReceipt(json, requested),
  } satisfies DocumentUnderTest;
}

const amharaKeys = [
  ..."status data amount totalAmount currencyId dateTime bookingDate transactionReference".split(" "),
  ..."transactionDesc debitorName debitAccount creditorName creditAccountId".split(" "),
];

function amhara(name: string, reference: string, extra: readonly string[]) {
  const text = fixture(`amhara/fixtures/${name}.json`).toString().trim();
  return {
    ...documentOf("amhara", "json", name, text, reference),
    otherReferences: [`${reference.slice(0, 11)}${reference.endsWith("A") ? "B" : "A"}`, "FT26001AAAAA"],
    requiredLabels: [...amharaKeys, ...extra],
    parse: (json, { reference: requested }) => parseAmharaReceipt(json, requested),
  } satisfies DocumentUnderTest;
}

function awash(name: string, bytes: Buffer, reference: string, labels: readonly string[]) {
  const text = bytes.toString();
  const isOlder = reference.length > 17;
  return {
    ...documentOf("awash", "html", name, text, reference),
    // The counter distinguishes older tokens, the Transaction ID current ones.
    otherReferences: [
      isOlder
        ? `${reference.slice(0, -1)}0`
        : `${reference.slice(0, 9)}${reference[9] === "1" ? "2" : "1"}-000000`,
      "2K9P4PDDU0-4Q7C3H",
    ],
    requiredLabels: [
      ...(isOlder ? [] : ["Company Name<", "Customer Name<", "Account No<"]),
      ...[...labels, "Amount", "Transaction ID"].map((label) => `${label} </span>`),
    ],
    neededLength: text.trimEnd().length,
    parse: (html, { reference: requested }) => parseAwashReceipt(html, requested),
  } satisfies DocumentUnderTest;
}

const awashFixture = (name: string) => fixture(`awash/fixtures/${name}.html`);
const ipsLabels = [
  ...["Transaction Time", "Transaction Type", "VAT", "Sender Name", "Sender Account", "Beneficiary name"],
  ...["Beneficiary Account", "Beneficiary Bank"],
];
const sendMoneyLabels = ["Transaction Date", "Transaction type", "Recipient"];
const telebirrTransferLabels = [
  ...[
    "Transaction Date",
    "Transaction Type",
    "Phone Number",
    "Customer Name",
    "Source Account",
    "Charge",
    "VAT",
  ],
];

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
  boa("transfer", fixture("boa/fixtures/transfer.json"), "FT26151AB12C", "55541", [
    ...payerKeys,
    ...receiverKeys,
  ]),
  {
    ...boa("incoming", fixture("boa/fixtures/incoming-ips.json"), "TT26153ZK8Q4", "10104", receiverKeys),
    mayLackPayer: true,
  },
  dashen("within the bank", fixture("dashen/fixtures/within-dashen.html"), "387WDTS260610A1B"),
  dashen("to another bank", fixture("dashen/fixtures/other-bank.html"), "B22OBTS26091K3W8", [
    "Beneficiary Bank Name",
  ]),
  dashen("to telebirr", fixture("dashen/fixtures/to-telebirr.html"), "822LTWS262260A1C"),
  siinqee("transfer", fixture("siinqee/fixtures/transfer.html"), "B41K7TR262260352"),
  siinqee("without charges", fixture("siinqee/fixtures/free-transfer.html"), "B41AYT5253650008"),
  kaafiebirr("by id", fixture("kaafiebirr/fixtures/transfer.html"), "2034000000000", ["2034000000001"]),
  kaafiebirr("by token", fixture("kaafiebirr/fixtures/to-account.html"), "qW3r_T9yU1oP-a5SdF7gHQ", [
    "2034000000001",
  ]),
  mpesa("person-to-person", "UC25MN8R1T", [
    "/ SENDER NAME",
    "/ SENDER NUMBER",
    "/ RECEIVER NAME",
    "/ RECEIVER NUMBER",
    "/ TOTAL\n",
  ]),
  mpesa("merchant", "UG15QK2M4A", [
    ...["BUYER NAME", "BUYER PHONE NUMBER", "RECEIVER BUSINESS NAME", "RECEIVER BUSINESS NUMBER", "/TOTAL "],
  ]),
  mpesa("to-bank", "UH37B2K9QX", [
    ...[
      "/ PAYER NAME",
      "/ PAYER PHONE NUMBER",
      "/ RECEIVER NAME",
      "/ BANK NAME",
      "/ RECEIVER ACCOUNT NUMBER",
      "/ TOTAL\n",
    ],
  ]),
  cbebirr("transfer", "DC21MN8R1T4", "251900000111"),
  cbebirr("from-bank", "CG15QK2M4A", "251900000333"),
  cbebirr("to-organization", "DH31MN8R1T5", "251900000444"),
  awash("IPS bank transfer", awashFixture("ips-bank-transfer"), "2KCGUGIM57-4Q7C3H", ipsLabels),
  awash("send to bank", awashFixture("send-to-bank"), "2KDL95XEHL-4Q7C3H", [
    ...[
      "Transaction Date",
      "Transaction Type",
      "Sender Name",
      "Sender Account",
      "Receiver Name",
      "Receiver Account",
    ],
  ]),
  awash("merchant payment", awashFixture("merchant-payment"), "2K9P4PDDU1-4Q7C3H", [
    ...["Transaction Date", "Transaction type", "Sender Name", "Merchant", "Till Number"],
  ]),
  awash("send money", awashFixture("send-money"), "2KCJ4TYGA0-4Q7C3H", sendMoneyLabels),
  awash("Telebirr transfer", awashFixture("telebirr-transfer"), "2KEXHDDQ1Y-4Q7C3H", telebirrTransferLabels),
  awash("older page", awashFixture("older-page"), "A1B2C3D4E5F6-1Q7C3H", [
    ...["Transaction Time", "Sender Name", "Sender Account", "Beneficiary name"],
  ]),
  wegagen("transfer", "204TBAW2622603531002DMBT"),
  wegagen("to-wallet", "204TBAW2622603521002DAAT"),
  wegagen("credit", "204TBAW2622603531113CMBT"),
  amhara("transfer", "FT26226W2C5N", ["netChargeAmount", "drChargeAmount", "taxAmount"]),
  amhara("outgoing", "FT26229K7Q1P", ["receiverName", "reveiverAccount", "otherBankName", "taxAmount"]),
  amhara("incoming", "FT26226M4T8Z", ["sendorName", "sendorAccount", "otherBankName"]),
  boa("bill", fixture("boa/fixtures/bill-payment.json"), "FT26162LM4N0", "55541", [
    ...payerKeys,
    "Payment Reference",
  ]),
];

/** The real documents with their identifiers, extracted from them: none of that is in the repository. */
export async function readRealReceipts() {
  const telebirrPage = realReceipt("telebirr/person-to-person.html");
  const dashenLines = realReceipt("dashen/receipt-lines.html").toString();
  const pdfText = await extractPdfText(realReceipt("cbe/legacy-2025.pdf"));
  const detail = JSON.parse(realReceipt("cbe/v2-transaction-detail.json").toString());
  const slip = JSON.parse(realReceipt("boa/bill-payment.json").toString()).body[0];
  return {
    telebirrPage: telebirrPage.toString(),
    telebirrReference: /> ?([A-Z][A-L][1-9A-V][A-Z0-9]{7})</.exec(telebirrPage.toString())?.[1] ?? "",
    dashenReference: /Reference:<\/strong> (\w+)</.exec(dashenLines)?.[1] ?? "",
    pdfText,
    pdfReference: /Invoice No\) (\S+)/.exec(pdfText)?.[1] ?? "",
    detail,
    token: new URL(detail.encodedReceipt).pathname.slice(1),
    slip,
  };
}

/** The page's own link contains its token. */
export function awashTokenIn(page: Buffer): string {
  return /:8225\/-([0-9A-Z]{10}-[0-9A-Z]{6})"/.exec(page.toString())?.[1] ?? "";
}

function realAwash(name: string, labels: readonly string[]): readonly DocumentUnderTest[] {
  const page = realReceipt(`awash/${name}.html`);
  return [awash(`real ${name}`, page, awashTokenIn(page), labels)];
}

async function realDocuments(): Promise<readonly DocumentUnderTest[]> {
  if (!hasRealReceipts) return [];
  const { telebirrReference, dashenReference, pdfText, pdfReference, token, slip } = await readRealReceipts();
  return [
    ...realAwash("ips-bank-transfer", ipsLabels),
    ...realAwash("send-money", sendMoneyLabels),
    ...realAwash("telebirr-transfer", telebirrTransferLabels),
    dashen("real", realReceipt("dashen/receipt-lines.html"), dashenReference),
    telebirr("real", realReceipt("telebirr/person-to-person.html"), telebirrReference),
    cbePdf("real", pdfText, pdfReference, `0000${/\nReceiver .*\nAccount .*(\d{4})\n/.exec(pdfText)?.[1]}`),
    cbeJson("v2 real", realReceipt("cbe/v2-transaction-detail.json"), token),
    boa(
      "real bill",
      realReceipt("boa/bill-payment.json"),
      slip["Transaction Reference"],
      `000${slip["Source Account"].slice(-2)}`,
      [...payerKeys, "Payment Reference"],
    ),
  ];
}

export const documents: readonly DocumentUnderTest[] = [...ownDocuments, ...(await realDocuments())];
