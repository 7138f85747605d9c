import { type DownloadForm, XLSX } from "@receipts/contracts";
import { writeXlsxStream } from "hucre/xlsx";
import type { SentFile } from "../http/send-file.ts";
import type { AccountDays } from "./account-days.ts";
import { csvRows } from "./csv-text.ts";
import { clockOf, csvCellOf, isBirr, isMoment, peopleTable } from "./people-cells.ts";
import type { PeopleCell, TableColumn } from "./table-columns.ts";

export interface Table<Row> {
  /** Name of the file, without its type. */
  readonly name: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly batches: AsyncIterable<readonly Row[]>;
}

/** Spreadsheets open UTF-8 with it, and show Amharic letters. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * A table as the caller asks for it. The header comes with the first batch: what fails before it is an error response.
 * `findDays` is asked for people alone.
 */
export async function tableFile<Row>(
  table: Table<Row>,
  form: DownloadForm,
  findDays: () => Promise<AccountDays>,
): Promise<SentFile> {
  const { name, columns, batches } = table;
  if (form.format === "xlsx") {
    const content = workbookOf(table, await findDays(), form);
    return { name: `${name}.xlsx`, type: XLSX, content };
  }
  const content =
    form.for === "people"
      ? csvForPeople(table, await findDays(), form)
      : csvParts(
          columns.map((column) => column.name),
          batches,
          (row) => columns.map(({ cell }) => cell(row)),
        );
  return { name: `${name}.csv`, type: "text/csv", content };
}

async function* csvForPeople<Row>(
  { columns, batches }: Table<Row>,
  days: AccountDays,
  { lang = "en" }: DownloadForm,
): AsyncGenerator<string> {
  const { header, cellsOf } = peopleTable(columns, days, lang);
  const csvCell = csvCellOf(days.timeZone);
  let mark = BYTE_ORDER_MARK;
  for await (const part of csvParts(header, batches, (row) => cellsOf(row).map(csvCell))) {
    yield mark + part;
    mark = "";
  }
}

type CsvRow = Parameters<typeof csvRows>[0][number];

async function* csvParts<Row>(
  header: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
  rowOf: (row: Row) => CsvRow,
): AsyncGenerator<string> {
  let before = csvRows([header]);
  for await (const rows of batches) {
    yield before + csvRows(rows.map(rowOf));
    before = "";
  }
  if (before !== "") yield before;
}

/** Widths of columns in characters. */
const WIDTHS = { least: 12, most: 40 };

async function* workbookOf<Row>(
  { name, columns, batches }: Table<Row>,
  days: AccountDays,
  { lang = "en" }: DownloadForm,
): AsyncGenerator<Uint8Array> {
  const { header, cellsOf } = peopleTable(columns, days, lang);
  const clock = clockOf(days.timeZone);
  const sheetCell = (cell: PeopleCell) => {
    if (isMoment(cell)) return clock(cell.at);
    if (isBirr(cell)) return Number(cell.birr);
    return typeof cell === "string" ? cell.replaceAll(NOT_IN_XML, "") : cell;
  };
  const iterator = batches[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* rows() {
    try {
      for (let next = first; next.done !== true; next = await iterator.next())
        for (const row of next.value) yield cellsOf(row).map(sheetCell);
    } finally {
      await iterator.return?.();
    }
  }
  yield* writeXlsxStream(rows(), {
    name: name.slice(0, SHEET_NAME),
    columns: header.map((title) => ({
      header: title,
      width: Math.min(Math.max(title.length + 2, WIDTHS.least), WIDTHS.most),
    })),
    freezePane: { rows: 1 },
  });
}

/** Excel's longest name of a sheet. */
const SHEET_NAME = 31;

/** A workbook with one of these does not open. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
