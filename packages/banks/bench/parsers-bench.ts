import type { BankCode } from "@receipts/contracts";
import { load } from "cheerio/slim";
import { extractText, getDocumentProxy } from "unpdf";
import { loadBankAdapter } from "../src/adapters.ts";
import { fixture } from "../test/receipt-documents.ts";
import { markdownTable, measureMs, report, shownMs } from "./bench-report.ts";

/**
 * What an adapter does with a document, from its bytes to the receipt, beside what any reader of it has to do at least:
 * an HTML page into its text, a PDF into its text, JSON into a value.
 */
interface MeasuredDocument {
  readonly bank: BankCode;
  readonly path: string;
  readonly identifiers: { readonly reference: string; readonly suffix?: string; readonly phone?: string };
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

const measured: readonly MeasuredDocument[] = [
  {
    bank: "cbe",
    path: "transfer.pdf",
    identifiers: { reference: "FT26061K3WQ8", suffix: "34561111" },
    plain: pdfText,
  },
  {
    bank: "cbe",
    path: "v2-transfer.json",
    identifiers: { reference: "v2-hfHCq8ZtLm3RkWd5XnB2" },
    plain: jsonValue,
  },
  {
    bank: "telebirr",
    path: "person-to-person.html",
    identifiers: { reference: "DB34K9WQ7X" },
    plain: htmlText,
  },
  {
    bank: "boa",
    path: "transfer.json",
    identifiers: { reference: "FT26151AB12C", suffix: "55541" },
    plain: jsonValue,
  },
  {
    bank: "dashen",
    path: "within-dashen.html",
    identifiers: { reference: "387WDTS260610A1B" },
    plain: htmlText,
  },
  {
    bank: "awash",
    path: "ips-bank-transfer.html",
    identifiers: { reference: "2KCGUGIM57-4Q7C3H" },
    plain: htmlText,
  },
  {
    bank: "mpesa",
    path: "person-to-person.json",
    identifiers: { reference: "UC25MN8R1T" },
    plain: wrappedPdfText,
  },
  {
    bank: "cbebirr",
    path: "transfer.pdf",
    identifiers: { reference: "DC21MN8R1T4", phone: "251900000111" },
    plain: pdfText,
  },
  { bank: "siinqee", path: "transfer.html", identifiers: { reference: "B41K7TR262260352" }, plain: htmlText },
  { bank: "kaafiebirr", path: "transfer.html", identifiers: { reference: "2034000000000" }, plain: htmlText },
];

/** Long enough for some hundred PDFs. */
const measuredMs = 1_500;

async function rowOf({ bank, path, identifiers, plain }: MeasuredDocument): Promise<string[]> {
  const { parseReceipt } = await loadBankAdapter(bank, {}, { warn: () => {} });
  const bytes = fixture(`${bank}/fixtures/${path}`);
  const asked = { suffix: null, phone: null, ...identifiers };
  const parse = () => parseReceipt({ contentType: "", body: bytes }, asked);
  const { kind } = await parse();
  if (kind !== "receipt") throw new Error(`${bank} ${path} was read as "${kind}"`);
  const plainMs = await measureMs(() => plain(bytes), measuredMs);
  const parseMs = await measureMs(parse, measuredMs);
  const perSecond = Math.round(1_000 / parseMs).toLocaleString("en");
  return [
    `${bank} \`${path}\``,
    String(bytes.length),
    perSecond,
    shownMs(parseMs),
    shownMs(plainMs),
    (parseMs / plainMs).toFixed(2),
  ];
}

const rows: string[][] = [];
for (const document of measured) rows.push(await rowOf(document));

report(
  "parsers-result.md",
  "How fast receipts are read",
  `From the bytes of a document to its receipt, on one core; medians. Plain extraction is what any reader has to do at
least: HTML into its text, a PDF into its text, JSON into a value.

${markdownTable(["document", "bytes", "documents/s", "ms each", "plain extraction, ms", "ratio"], rows)}`,
);
