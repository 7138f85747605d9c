import { streamCsvRows } from "hucre/csv";
import { decodeText } from "./decode-text.ts";
import { delimiterOf } from "./delimiter.ts";
import { pdfRows } from "./pdf-rows.ts";
import { MOST_CHARACTERS, StatementRefused } from "./statement-refused.ts";
import type { Cell, TableRow } from "./table-row.ts";
import { workbookRows } from "./workbook-rows.ts";

/** More would be the trick of a row that takes a megabyte. */
const MOST_COLUMNS = 100;
/** 100,000 lines of 30 columns: rows that are empty count too. */
const MOST_CELLS = 3_000_000;

/**
 * Rows of a CSV file, of the first sheet of an XLSX workbook or of a PDF, one at a time. Throws `StatementRefused`.
 */
export async function* tableRows(bytes: Uint8Array): AsyncGenerator<TableRow> {
  let total = 0;
  for await (const { row, cells } of rowsOf(bytes)) {
    if (cells.length > MOST_COLUMNS) throw new StatementRefused("too_many_columns");
    total += Math.max(cells.length, 1);
    if (total > MOST_CELLS || charactersOf(cells) > MOST_CHARACTERS)
      throw new StatementRefused("too_large_unpacked");
    yield { row, cells: cells.map((cell) => (typeof cell === "string" ? plainText(cell) : cell)) };
  }
}

const charactersOf = (cells: readonly Cell[]) =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 0), 0);

function rowsOf(bytes: Uint8Array): AsyncIterable<TableRow> | Iterable<TableRow> {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  if (start === "%PDF") return numbered(pdfRows(bytes));
  return start.startsWith("PK") ? workbookRows(bytes, MOST_COLUMNS) : csvRows(bytes);
}

async function* numbered(rows: AsyncIterable<readonly string[]>): AsyncGenerator<TableRow> {
  let row = 0;
  for await (const cells of rows) {
    row += 1;
    yield { row, cells: cells.map((cell) => (cell === "" ? null : cell)) };
  }
}

function* csvRows(bytes: Uint8Array): Generator<TableRow> {
  const text = decodeText(bytes);
  const { delimiter, rest, rowsBefore } = delimiterOf(text);
  let row = rowsBefore;
  for (const values of streamCsvRows(rest, { delimiter })) {
    row += 1;
    yield { row, cells: values.map((value) => (typeof value === "string" ? value : null)) };
  }
}

/** Spreadsheets protect digits as `="0012"` or `'0012`, and texts that look like formulas. */
function plainText(value: string): string {
  const trimmed = value.trim();
  return (/^="([^"]*)"$/.exec(trimmed)?.[1] ?? trimmed).replace(/^'(?=[\d=+@-])/, "");
}
