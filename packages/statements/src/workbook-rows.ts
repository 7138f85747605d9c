import { StatementRefused } from "./statement-refused.ts";
import type { Cell, TableRow } from "./table-row.ts";
import { openArchive } from "./workbook-archive.ts";
import { extended, readParts, readXml, type WorkbookParts, type XmlHandler } from "./workbook-parts.ts";

const DAY_MS = 86_400_000;
/** The limit of spreadsheet programs. */
const LAST_ROW = 1_048_576;
/** Days from the first day of a workbook's calendar to 1970-01-01. */
const EPOCH_DAY = { 1900: 25_569, 1904: 24_107 };

/** Rows of the first sheet of an XLSX workbook, one at a time. */
export async function* workbookRows(bytes: Uint8Array, mostColumns: number): AsyncGenerator<TableRow> {
  const archive = openArchive(bytes);
  const parts = await readParts(archive);
  if (parts.sheet === undefined) throw new StatementRefused("broken_workbook");
  const rows: TableRow[] = [];
  for await (const _ of readXml(
    archive,
    parts.sheet,
    sheetHandler(parts, mostColumns, (row) => rows.push(row)),
  ))
    yield* rows.splice(0);
  yield* rows;
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly isDate: boolean;
  text: string;
}

function sheetHandler(parts: WorkbookParts, mostColumns: number, onRow: (row: TableRow) => void): XmlHandler {
  let row = 0;
  let cells: Cell[] = [];
  let cell: OpenCell | undefined;
  let opened = 0;
  let isValue = false;

  function openCell(attributes: Readonly<Record<string, string>>): OpenCell {
    const column = columnOf(attributes["r"]) ?? cells.length;
    opened += 1;
    // Before the cells in front of it are filled; a row may name one column many times.
    if (column >= mostColumns || opened > mostColumns) throw new StatementRefused("too_many_columns");
    return {
      column,
      type: attributes["t"] ?? "n",
      text: "",
      isDate: parts.dateStyles[Number(attributes["s"] ?? "0")] === true,
    };
  }

  return {
    open: (name, attributes) => {
      if (name === "row") {
        const told = Number(attributes["r"]);
        row = Number.isInteger(told) && told > row && told <= LAST_ROW ? told : row + 1;
        cells = [];
        opened = 0;
      }
      if (name === "c") cell = openCell(attributes);
      isValue = name === "v" || name === "t";
    },
    text: (text) => {
      if (isValue && cell !== undefined) cell.text = extended(cell.text, text);
    },
    close: (name) => {
      isValue = false;
      if (name === "c" && cell !== undefined) {
        while (cells.length < cell.column) cells.push(null);
        cells[cell.column] = cellValue(cell, parts);
        cell = undefined;
      }
      if (name === "row") onRow({ row, cells });
    },
  };
}

/** `B7` → 1. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? "") ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellValue({ type, isDate, text }: OpenCell, { texts, is1904 }: WorkbookParts): Cell {
  if (type === "s") return texts[Number(text)] ?? null;
  if (type === "d") return realDate(`${text.replace(/Z$/, "")}Z`) ?? text;
  if (type !== "n" || text === "") return text === "" ? null : text;
  const number = Number(text);
  if (Number.isNaN(number)) return text;
  // A spreadsheet shows ##### for the others, such as an account number in a column of dates.
  return (isDate && realDate((number - EPOCH_DAY[is1904 ? 1904 : 1900]) * DAY_MS)) || number;
}

function realDate(value: number | string): Date | undefined {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
