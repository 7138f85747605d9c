import { isFullRun } from "@receipts/testing";
import { fixture } from "./fixture.ts";
import { exceeds, filled, type HostileDocument, hostile, ids, json, largest } from "./hostile-document.ts";
import {
  deflatedTwice,
  endlessPages,
  formOfItself,
  longText,
  manyPages,
  nestedArrays,
  nestedDictionaries,
  nestedForms,
  runsOfBytes,
  savedStates,
  tableOfItself,
  wideCharacterMap,
} from "./hostile-pdfs.ts";
import { respondWith } from "./local-bank.ts";

const notPdf = /the text of the PDF could not be read/;
const unlikePdf = /takes too|the text of the PDF could not be read|no payment section/;

const pdf = (name: string, make: () => Buffer, because: RegExp) =>
  hostile(`PDF of cbe: ${name}`, "cbe", () => respondWith(200, make(), "application/pdf"), because, {
    identifiers: ids("FT26061K3WQ8", { suffix: "34561111" }),
  });

const pdfInJson = (name: string, make: () => string, because: RegExp) =>
  json(
    "mpesa",
    `${name}, in base64`,
    () => JSON.stringify({ responseCode: "0", base64Data: make() }),
    because,
  );

const receipt = fixture("cbe/fixtures/transfer.pdf");
const anyBytes = (length: number) => {
  const bytes = Buffer.alloc(length);
  for (let at = 0, state = 1; at < length; at += 1) {
    state = (state * 48_271) % 2_147_483_647;
    bytes[at] = state;
  }
  return bytes;
};

/** Work that grows with the document; every run needs enough of it to see that the thread is not held up. */
const many = (count: number) => (isFullRun ? count : count / 5);

export const hostilePdfs: readonly HostileDocument[] = [
  pdf("forms within forms, 90 s of work in 2 KB", () => nestedForms(6, 8), exceeds),
  pdf("100 MiB, deflated twice into a kilobyte", () => deflatedTwice(100), exceeds),
  pdf("hundreds of thousands of letters", () => longText(many(1_000_000)), unlikePdf),
  pdf("a page tree without an end", endlessPages, notPdf),
  pdf("forty pages", () => manyPages(40), notPdf),
  pdf("a form that draws itself", formOfItself, unlikePdf),
  pdf("arrays within arrays", () => nestedArrays(1_000_000), unlikePdf),
  pdf("dictionaries within dictionaries", () => nestedDictionaries(500_000), unlikePdf),
  pdf("hundreds of thousands of saved states", () => savedStates(many(1_000_000)), unlikePdf),
  pdf("runs of bytes, deflated", () => runsOfBytes(256), unlikePdf),
  pdf("a font that means everything", () => wideCharacterMap(many(2_000)), unlikePdf),
  pdf("a table of contents that goes round", tableOfItself, unlikePdf),
  pdf("cut in its middle", () => receipt.subarray(0, receipt.length / 2), /cut off/),
  pdf(
    "cut, with an end mark after the cut",
    () => Buffer.concat([receipt.subarray(0, 900), Buffer.from("\n%%EOF")]),
    unlikePdf,
  ),
  pdf(
    "noise between its first and its last bytes",
    () => Buffer.concat([receipt.subarray(0, 9), anyBytes(largest), Buffer.from("\n%%EOF")]),
    unlikePdf,
  ),
  pdfInJson("forms within forms", () => nestedForms(6, 8).toString("base64"), exceeds),
  pdfInJson("100 MiB, deflated twice", () => deflatedTwice(100).toString("base64"), exceeds),
  pdfInJson("two megabytes that are no PDF", () => filled("AAAA"), /not a PDF/),
  pdfInJson("cut in its middle", () => receipt.toString("base64", 0, 999), /cut off/),
  hostile(
    "PDF of cbebirr: forms within forms",
    "cbebirr",
    () => respondWith(200, nestedForms(6, 8)),
    exceeds,
  ),
];
