import {
  type BankCode,
  MAX_STATEMENT_LINES,
  type StatementMapping,
  type StatementWarning,
} from "@receipts/contracts";
import { type BalancedRow, type PrintedSum, statementWarnings } from "./check-balances.ts";
import { writtenIn } from "./decimal-mark.ts";
import { headerForm } from "./header-form.ts";
import { type FoundLayout, layoutOfHeader } from "./known-layouts.ts";
import { amountOf, createReadRow } from "./read-row.ts";
import { shortText } from "./short-text.ts";
import type { StatementLine, UnreadRow } from "./statement-line.ts";
import { StatementRefused } from "./statement-refused.ts";
import type { Cell, TableRow } from "./table-row.ts";
import { tableRows } from "./table-rows.ts";

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
  /** Where balances and sums do not agree with the rows. */
  readonly warnings: readonly StatementWarning[];
}

/** Reads a whole statement. Throws `StatementRefused`. */
export async function readStatement(source: StatementSource): Promise<Statement> {
  const lines: StatementLine[] = [];
  const unread: UnreadRow[] = [];
  const rows = filledRows(source.bytes);
  const found = await findHeader(rows, source);
  const { header } = found;
  const layout = source.mapping === undefined ? await writtenIn(found.layout, source.bytes) : found.layout;
  const readRow = createReadRow(layout, { header, timeZone: source.timeZone });
  const checks = createChecks(layout);
  for await (const row of rows) {
    if (isSumRow(row, layout)) {
      checks.addSums(row);
      continue;
    }
    const read = readRow(row);
    if ("reason" in read) unread.push(read);
    else {
      lines.push(read);
      if (read.isCompleted) checks.add(read);
    }
    if (lines.length + unread.length > MAX_STATEMENT_LINES) throw new StatementRefused("too_many_lines");
  }
  return { layout: layout.name, lines, unread, warnings: checks.warnings() };
}

async function* filledRows(bytes: Uint8Array): AsyncGenerator<TableRow> {
  for await (const row of tableRows(bytes)) {
    if (row.cells.some((cell) => cell !== null && cell !== "")) yield row;
  }
}

/** The balance at the start or the end of the statement or a page, and its sums, are no payments. */
const sum =
  /^(?:(?:opening|closing|beginning|ending|starting) bal(?:ance)?|(?:bal(?:ance)?\.? )?(?:[bc] ?\/ ?[fd]|(?:brought|carried) (?:forward|fwd|down)))(?: (?:as )?(?:at|of|on) .{1,30})? ?[:.]?$/i;
const opening = /^(?:(?:opening|beginning|starting) bal|(?:bal(?:ance)?\.? )?(?:b ?\/ ?[fd]|brought))/i;

const total = /^(?:grand |sub ?)?totals?[:.]?$/i;

const isTotal = (cell: Cell) => typeof cell === "string" && total.test(cell.trim());
const isSum = (cell: Cell) => typeof cell === "string" && (sum.test(cell.trim()) || isTotal(cell));
const isOpening = (cell: Cell) => isSum(cell) && typeof cell === "string" && opening.test(cell.trim());

/** A payer may write `Total` too: a payment has a reference of its own. */
function isSumRow({ cells }: TableRow, { columns }: FoundLayout): boolean {
  const reference = cells[columns.reference ?? -1] ?? null;
  return cells.some(isSum) && (reference === null || reference === "" || isSum(reference));
}

/** Compares the balances and sums that a statement prints with its rows. */
function createChecks({ columns, decimal }: FoundLayout) {
  const balanced: BalancedRow[] = [];
  const sums: PrintedSum[] = [];
  const counted = { credit: 0n, debit: 0n };
  let openingBalance = 0n;
  const printed = ({ cells }: TableRow, field: "credit" | "debit" | "balance") => {
    const cell = cells[columns[field] ?? -1] ?? null;
    return cell === null || cell === "" ? undefined : amountOf(cell, decimal);
  };
  const sumOf = (row: TableRow, field: "credit" | "debit"): readonly PrintedSum[] => {
    const sum = printed(row, field);
    if (sum === undefined) return [];
    const before = field === "credit" ? openingBalance : 0n;
    return [{ row: row.row, printed: sum < 0n ? -sum : sum, counted: counted[field], opening: before }];
  };

  return {
    add: ({ row, direction, amount, balance }: StatementLine) => {
      counted[direction === "in" ? "credit" : "debit"] += amount;
      balanced.push({ row, moved: direction === "in" ? amount : -amount, balance });
    },
    addSums: (row: TableRow) => {
      const balance = row.cells.some(isTotal) ? undefined : printed(row, "balance");
      if (balance !== undefined) balanced.push({ row: row.row, moved: 0n, balance });
      if (row.cells.some(isOpening)) openingBalance = balance ?? openingBalance;
      else sums.push(...(["credit", "debit"] as const).flatMap((field) => sumOf(row, field)));
    },
    warnings: () => statementWarnings(balanced, sums),
  };
}

/** Takes rows up to the header. */
async function findHeader(rows: AsyncGenerator<TableRow>, { bank, mapping }: StatementSource) {
  const before: TableRow[] = [];
  while (before.length < MOST_ROWS_BEFORE_HEADER) {
    const next = await rows.next();
    if (next.done === true) break;
    const header = next.value.cells.map(textOf);
    const layout = layoutOf(header, bank, mapping);
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

/** Undefined if a column is not in this row. */
function layoutOf(
  header: readonly string[],
  bank: BankCode,
  mapping: StatementMapping | undefined,
): FoundLayout | undefined {
  if (mapping?.columns !== undefined) return mappedLayout(header, { ...mapping, columns: mapping.columns });
  const layout = layoutOfHeader(header, bank);
  return layout && mapping !== undefined ? { ...layout, decimal: mapping.decimal } : layout;
}

function mappedLayout(
  header: readonly string[],
  mapping: StatementMapping & { readonly columns: NonNullable<StatementMapping["columns"]> },
): FoundLayout | undefined {
  const forms = header.map(headerForm);
  const columns = Object.entries(mapping.columns).map(
    ([field, name]) => [field, forms.indexOf(headerForm(name))] as const,
  );
  if (columns.some(([, index]) => index < 0)) return undefined;
  const { dateOrder, decimal } = mapping;
  return { dateOrder, decimal, name: "by_hand", columns: Object.fromEntries(columns) };
}

function textOf(cell: Cell): string {
  return cell instanceof Date ? cell.toISOString() : String(cell ?? "");
}
