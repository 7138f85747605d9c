import { type BankCode, MAX_STATEMENT_LINES, type StatementMapping } from "@receipts/contracts";
import { headerForm } from "./header-form.ts";
import { type FoundLayout, layoutOfHeader } from "./known-layouts.ts";
import { createReadRow } from "./read-row.ts";
import { shortText } from "./short-text.ts";
import type { StatementLine, UnreadRow } from "./statement-line.ts";
import { StatementRefused } from "./statement-refused.ts";
import { type Cell, type TableRow, tableRows } from "./table-rows.ts";

/** Statements begin with the holder's name, the account and the period. */
const MOST_ROWS_BEFORE_HEADER = 40;
const PREVIEW_ROWS = 12;
const PREVIEW_CHARACTERS = 80;

export interface StatementSource {
  readonly bytes: Uint8Array;
  readonly bank: BankCode;
  /** Of the times in the file. */
  readonly timeZone: string;
  /** If absent, the header must be of a known layout. */
  readonly mapping?: StatementMapping | undefined;
}

export interface Statement {
  readonly layout: FoundLayout["name"];
  readonly lines: readonly StatementLine[];
  /** Rows that could not be read; empty rows are none. */
  readonly unread: readonly UnreadRow[];
}

/** Reads a whole statement. Throws `StatementRefused`. */
export async function readStatement(source: StatementSource): Promise<Statement> {
  const lines: StatementLine[] = [];
  const unread: UnreadRow[] = [];
  const rows = filledRows(source.bytes);
  const { header, layout } = await findHeader(rows, source);
  const readRow = createReadRow(layout, { header, timeZone: source.timeZone });
  for await (const row of rows) {
    const read = readRow(row);
    if ("reason" in read) unread.push(read);
    else lines.push(read);
    if (lines.length + unread.length > MAX_STATEMENT_LINES) throw new StatementRefused("too_many_lines");
  }
  return { layout: layout.name, lines, unread };
}

async function* filledRows(bytes: Uint8Array): AsyncGenerator<TableRow> {
  for await (const row of tableRows(bytes)) {
    if (row.cells.some((cell) => cell !== null && cell !== "") && !row.cells.some(isBalance)) yield row;
  }
}

/** The balance at the start or the end of the statement or a page is no payment. */
const balance =
  /^(?:(?:opening|closing|beginning|ending|starting) balance|(?:balance )?(?:b ?\/ ?f|c ?\/ ?f|(?:brought|carried) forward))[:.]?$/i;

const isBalance = (cell: Cell) => typeof cell === "string" && balance.test(cell.trim());

/** Takes rows up to the header. */
async function findHeader(rows: AsyncGenerator<TableRow>, { bank, mapping }: StatementSource) {
  const before: TableRow[] = [];
  while (before.length < MOST_ROWS_BEFORE_HEADER) {
    const next = await rows.next();
    if (next.done === true) break;
    const header = next.value.cells.map(textOf);
    const layout = mapping === undefined ? layoutOfHeader(header, bank) : mappedLayout(header, mapping);
    if (layout !== undefined) return { header, layout };
    before.push(next.value);
  }
  await rows.return(undefined);
  throw refusalOf(before, mapping);
}

function refusalOf(before: readonly TableRow[], mapping: StatementMapping | undefined): StatementRefused {
  if (before.length === 0) return new StatementRefused("empty_file");
  const preview = before
    .slice(0, PREVIEW_ROWS)
    .map(({ cells }) => cells.map((cell) => shortText(cell, PREVIEW_CHARACTERS) ?? ""));
  return new StatementRefused(mapping === undefined ? "unknown_layout" : "missing_column", { preview });
}

/** Undefined if a named column is not in this row. */
function mappedLayout(header: readonly string[], mapping: StatementMapping): FoundLayout | undefined {
  const forms = header.map(headerForm);
  const columns = Object.entries(mapping.columns).map(
    ([field, name]) => [field, forms.indexOf(headerForm(name))] as const,
  );
  if (columns.some(([, index]) => index < 0)) return undefined;
  return { ...mapping, name: "by_hand", columns: Object.fromEntries(columns) };
}

function textOf(cell: Cell): string {
  return cell instanceof Date ? cell.toISOString() : String(cell ?? "");
}
