import type { BankCode } from "@receipts/contracts";
import { load } from "cheerio/slim";
import { extractText, getDocumentProxy } from "unpdf";
import { loadBankAdapter } from "../src/adapters.ts";
import type { ReceiptIdentifiers } from "../src/index.ts";
import { fixture } from "../test/fixture.ts";
import { documents } from "../test/receipt-documents.ts";
import { markdownTable, measureMs, report, shownMs } from "./bench-report.ts";

/**
 * The time of an adapter from a document's bytes to the receipt. For comparison, the minimum of any reader: an HTML
 * page into its text, a PDF into its text, JSON into a value.
 */
interface MeasuredDocument {
  readonly bank: BankCode;
  readonly name: string;
  readonly bytes: Buffer;
  readonly identifiers: ReceiptIdentifiers;
  readonly plain: (bytes: Buffer) => unknown;
}

const htmlText = (bytes: Buffer) =>
  load(bytes.toString(), { xml: { xmlMode: false } })
    .root()
    .text();
const jsonValue = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

async function pdfText(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  const { text } = await extractText(document, { mergePages: true });
  await document.loadingTask.destroy();
  return text;
}

const wrappedPdfText = (bytes: Buffer) =>
  pdfText(Buffer.from(JSON.parse(bytes.toString()).base64Data, "base64"));

const pdfs: readonly MeasuredDocument[] = [
  {
    ...{ bank: "cbe", name: "cbe transfer, PDF", bytes: fixture("cbe/fixtures/transfer.pdf") },
    identifiers: { reference: "FT26061K3WQ8", suffix: "34561111", phone: null },
    plain: pdfText,
  },
  {
    ...{ bank: "mpesa", name: "mpesa person-to-person, PDF in JSON" },
    bytes: fixture("mpesa/fixtures/person-to-person.json"),
    identifiers: { reference: "UC25MN8R1T", suffix: null, phone: null },
    plain: wrappedPdfText,
  },
  {
    ...{ bank: "cbebirr", name: "cbebirr transfer, PDF", bytes: fixture("cbebirr/fixtures/transfer.pdf") },
    identifiers: { reference: "DC21MN8R1T4", suffix: null, phone: "251900000111" },
    plain: pdfText,
  },
];

/** The first of each bank. */
const pages = documents
  .filter(({ form }) => form !== "text")
  .filter(({ bank }, index, all) => all.findIndex((other) => other.bank === bank) === index)
  .map(({ bank, name, form, text, identifiers }): MeasuredDocument => {
    const plain = form === "html" ? htmlText : jsonValue;
    return { bank, name: `${name}, ${form.toUpperCase()}`, bytes: Buffer.from(text), identifiers, plain };
  });

/** Long enough for some hundred PDFs. */
const measuredMs = 1_500;

async function rowOf({ bank, name, bytes, identifiers, plain }: MeasuredDocument): Promise<string[]> {
  const { parseReceipt } = await loadBankAdapter(bank, {}, { warn: () => {} });
  const parse = () => parseReceipt({ contentType: "", body: bytes }, identifiers);
  const { kind } = await parse();
  if (kind !== "receipt") throw new Error(`${name} was read as "${kind}"`);
  const plainMs = await measureMs(() => plain(bytes), measuredMs);
  const parseMs = await measureMs(parse, measuredMs);
  const perSecond = Math.round(1_000 / parseMs).toLocaleString("en");
  return [
    name,
    String(bytes.length),
    perSecond,
    shownMs(parseMs),
    shownMs(plainMs),
    (parseMs / plainMs).toFixed(2),
  ];
}

const rows: string[][] = [];
for (const document of [...pdfs, ...pages]) rows.push(await rowOf(document));

report(
  "parsers-result.md",
  "Time to read a receipt",
  `From the bytes of a document to its receipt, on one core; medians. Plain extraction is the minimum of any
reader: HTML into its text, a PDF into its text, JSON into a value.

${markdownTable(["document", "bytes", "documents/s", "ms each", "plain extraction, ms", "ratio"], rows)}`,
);
