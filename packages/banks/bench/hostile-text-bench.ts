import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { supportedBankCodes } from "@receipts/contracts";
import { patternsOf } from "../../testing/src/linear-patterns.ts";
import { createBankDetection, readIdentifiers } from "../src/index.ts";
import { maxSubmittedCharacters } from "../src/submitted-text.ts";
import { type DocumentUnderTest, documents } from "../test/receipt-documents.ts";
import { markdownTable, measureMs, report, shownMs } from "./bench-report.ts";

/** Texts that a caller can submit. None may take much longer than looking at each character. */
const hostilePieces: Readonly<Record<string, string>> = {
  FT: "FT",
  "dots and slashes": "./",
  digits: "0123456789",
  spaces: " ",
  "http://": "http://",
  "links without a scheme": "a.b-",
  labels: "Ref: ",
  "amounts that never end": "1,",
  "slashes and capitals": "/ TOTAL AMOUNT ",
  "lines of labels": "/ RECEIVER NAME\n",
  "nested tables": slowTags("table"),
  "nested cells": slowTags("table", "tr", "td"),
  "too many tags": "<table>",
  "tags that never end": "<a0",
  "unclosed comments": "<!--",
  "quotes and backslashes": '\\"',
  "open brackets": "[{",
  Ethiopic: "የተቀባይ ",
  "invisible and growing letters": "\u200bß\u0130",
};
const hostileLength = 65_536;

/** 14 characters each: in 64 KiB, almost as many as a page may have. */
function slowTags(...names: readonly string[]): string {
  return names.map((name) => `<${name}`.padEnd(13).concat(">")).join("");
}

const filled = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** The minimum cost of reading the text. */
function plainScan(text: string): number {
  let sum = text.split(" ").length;
  for (let index = 0; index < text.length; index += 1) sum += text.charCodeAt(index);
  return sum;
}

const detect = createBankDetection({});
const readers = supportedBankCodes.flatMap((bank) => readIdentifiers(bank) ?? []);

/**
 * The patterns that see submitted text after the length check. They are read from the sources so that none is missing.
 */
const sources = join(import.meta.dirname, "../src");
const identifierSources = [
  "*/*-{bank,identifiers,token}.ts",
  "{bank-signs,detect-bank,identifier-search,known-hosts,reference-and-suffix,reference-day,unsupported-banks}.ts",
  "{submitted-phone,submitted-text,wallet-references}.ts",
];
const written = globSync(identifierSources, { cwd: sources }).flatMap((file) =>
  patternsOf(file, readFileSync(join(sources, file), "utf8")).flatMap(({ regex }) => regex ?? []),
);
const patterns = [
  ...new Map(
    written.map(({ pattern, flags }) => [`/${pattern}/${flags}`, new RegExp(pattern, flags)]),
  ).values(),
];

function searchWithAll(text: string): number {
  let found = 0;
  for (const pattern of patterns) {
    pattern.lastIndex = 0;
    found += pattern.global ? [...text.matchAll(pattern)].length : Number(pattern.test(text));
  }
  return found;
}

/** One document for each parser; the first ones are this repository's own. */
const parsed = documents.filter(
  ({ bank, form }, index) =>
    documents.findIndex((other) => other.bank === bank && other.form === form) === index,
);

/** In place of a value, and where nothing is expected. */
function hostileDocuments({ text, form }: DocumentUnderTest, hostile: string): readonly string[] {
  const opening = { html: ">", json: ': "', text: "\n" }[form];
  const found = text.indexOf(opening, text.length / 2);
  const place = (found < 0 ? text.lastIndexOf(opening) : found) + opening.length;
  const escaped = form === "json" ? JSON.stringify(hostile).slice(1, -1) : hostile;
  return [hostile, text.slice(0, place) + escaped + text.slice(place)];
}

const measuredMs = 60;

async function parseMs(document: DocumentUnderTest, hostile: string): Promise<number> {
  const times: number[] = [];
  for (const text of hostileDocuments(document, hostile)) {
    const parse = () => {
      try {
        document.parse(text, document.identifiers);
      } catch {
        // Rejected, as expected.
      }
    };
    times.push(await measureMs(parse, measuredMs));
  }
  return Math.max(...times);
}

const submittedRows: string[][] = [];
const parserRows: string[][] = [];
for (const [name, piece] of Object.entries(hostilePieces)) {
  const [long, longest] = [filled(piece, hostileLength), filled(piece, maxSubmittedCharacters)];
  const submitted = (text: string) => ({ reference: text, suffix: text, phone: text });
  const works = [
    () => plainScan(long),
    () => detect(submitted(long)),
    () => readers.map((read) => read(submitted(long))),
    () => searchWithAll(long),
    () => plainScan(longest),
    () => detect(submitted(longest)),
    () => readers.map((read) => read(submitted(longest))),
  ];
  const submittedTimes: number[] = [];
  for (const work of works) submittedTimes.push(await measureMs(work, measuredMs));
  submittedRows.push([name, ...submittedTimes.map(shownMs)]);
  const times: number[] = [];
  for (const document of parsed) times.push(await parseMs(document, long));
  parserRows.push([name, ...[submittedTimes[0] ?? 0, ...times].map(shownMs)]);
}

const submittedHeader = [
  ...["text", "64 KiB: plain scan", "detection", "all banks' cleaning", "each pattern alone, unchecked"],
  ...[`${maxSubmittedCharacters} characters: plain scan`, "detection", "all banks' cleaning"],
];
const parserHeader = ["text", "plain scan", ...parsed.map(({ bank, form }) => `${bank} ${form}`)];

report(
  "hostile-text-result.md",
  "Cost of hostile text",
  `Milliseconds, medians, on one core, next to a plain scan of the same text: a split and a read of each character.

## Submitted text

The same text in all three fields. Fields above ${maxSubmittedCharacters.toLocaleString("en")} characters are rejected
before any search: the two columns after the first plain scan show the cost of that rejection. "Each pattern alone"
bypasses the limit: all ${patterns.length} patterns of detection and cleaning search the 64 KiB, one after the other. There, only their
shape keeps them fast. The columns at the limit show the cost of a real request.

${markdownTable(submittedHeader, submittedRows)}
## Documents

64 KiB, alone and inside an otherwise valid document of the bank; the slower of both. PDF parsers get it as
the PDF's text.

${markdownTable(parserHeader, parserRows)}`,
);
