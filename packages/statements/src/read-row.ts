import type { Santim, StatementField, UnreadReason } from "@receipts/contracts";
import type { FoundLayout } from "./known-layouts.ts";
import { readAmount } from "./read-amount.ts";
import { readTime } from "./read-time.ts";
import { shortText } from "./short-text.ts";
import type { Direction, StatementLine, UnreadRow } from "./statement-line.ts";
import type { Cell, TableRow } from "./table-row.ts";
import { createMomentOf } from "./zoned-time.ts";

const MOST_CHARACTERS = 200;
const MOST_REFERENCE_CHARACTERS = 64;
/** Beyond, a spreadsheet's number has lost digits. */
const EXACT_DIGITS = 1e15;
const shortened = /^\d(?:[.,]\d{1,15})?E\+\d{1,3}$/i;

const directions: Readonly<Record<string, Direction>> = {
  cr: "in",
  c: "in",
  credit: "in",
  in: "in",
  "paid in": "in",
  received: "in",
  deposit: "in",
  dr: "out",
  d: "out",
  debit: "out",
  out: "out",
  withdrawn: "out",
  sent: "out",
  withdrawal: "out",
};
const completed = new Set(["", "completed", "complete", "success", "successful", "succeeded", "ok"]);

class Unread extends Error {
  readonly reason: UnreadReason;
  readonly field: StatementField;

  constructor(reason: UnreadReason, field: StatementField) {
    super(reason);
    this.reason = reason;
    this.field = field;
  }
}

function unread(reason: UnreadReason, field: StatementField): never {
  throw new Unread(reason, field);
}

const isEmpty = (cell: Cell) => cell === null || cell === "";

const isShortened = (cell: Cell) =>
  typeof cell === "number" ? cell >= EXACT_DIGITS : shortened.test(String(cell));

/** Banks print a dash where there is nothing. */
export function amountOf(cell: Cell, decimal: "." | ","): bigint | undefined {
  return isEmpty(cell) || cell === "-" ? 0n : readAmount(cell, decimal);
}

/** `1,250.00` without quotes is two cells of a CSV file, the first of which would be taken for the amount. */
function isCutAmount(cells: readonly Cell[], column: number | undefined): boolean {
  if (column === undefined) return false;
  const [birr, rest] = [cells[column], cells[column + 1]];
  return /^[-+]?\d{1,3}$/.test(String(birr)) && /^\d{3}(?:\.\d{1,2})?$/.test(String(rest));
}

/** Returns a function that reads one row below the header. */
export function createReadRow(
  { columns, dateOrder, decimal }: FoundLayout,
  { header, timeZone }: { readonly header: readonly string[]; readonly timeZone: string },
): (row: TableRow) => StatementLine | UnreadRow {
  const momentOf = createMomentOf(timeZone);
  const cellsOf = (cells: readonly Cell[]) => (field: StatementField) => cells[columns[field] ?? -1] ?? null;

  function lineOf({ row, cells }: TableRow): StatementLine {
    const cell = cellsOf(cells);
    const text = (field: StatementField) => shortText(cell(field), MOST_CHARACTERS);
    const hasSurplus = cells.slice(header.length).some((surplus) => !isEmpty(surplus));
    const amountIn: AmountIn = (field, reason) => {
      if (hasSurplus && isCutAmount(cells, columns[field])) unread(reason, field);
      return amountOf(cell(field), decimal) ?? unread(reason, field);
    };
    const time = isEmpty(cell("time"))
      ? unread("no_time", "time")
      : (readTime(cell("time"), cell("clock"), dateOrder) ?? unread("bad_time", "time"));
    const { amount, direction } =
      columns.amount === undefined ? ofTwoColumns(amountIn) : ofOneColumn(amountIn, cell("direction"));
    const reference = cell("reference");
    if (isShortened(reference)) unread("shortened_reference", "reference");
    return {
      row,
      reference: shortText(reference, MOST_REFERENCE_CHARACTERS),
      amount: amount as Santim,
      direction,
      fee: columns.fee === undefined ? null : (absolute(amountIn("fee", "bad_fee")) as Santim),
      time: momentOf(time.clockMs),
      hasClock: time.hasClock,
      isCompleted: completed.has((text("status") ?? "").toLowerCase()),
      description: text("description"),
      account: text("account"),
      balance: isEmpty(cell("balance")) ? null : (amountOf(cell("balance"), decimal) ?? null),
    };
  }

  return (row) => {
    try {
      return lineOf(row);
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      const index = columns[error.field] ?? -1;
      const value = shortText(row.cells[index] ?? null, MOST_CHARACTERS) ?? "";
      const name = shortText(header[index] ?? null, MOST_CHARACTERS) ?? error.field;
      return { row: row.row, reason: error.reason, detail: `${name}: ${value}` };
    }
  };
}

interface Moved {
  /** Positive. */
  readonly amount: bigint;
  readonly direction: Direction;
}

type AmountIn = (field: StatementField, reason: UnreadReason) => bigint;

/** CBE prints debits with a minus. */
function ofTwoColumns(amountIn: AmountIn): Moved {
  const credit = amountIn("credit", "bad_amount");
  const debit = amountIn("debit", "bad_amount");
  if (credit !== 0n && debit !== 0n) unread("two_amounts", "credit");
  if (credit === 0n && debit === 0n) unread("no_amount", "credit");
  // A negative credit takes money back.
  if (credit !== 0n) return { amount: absolute(credit), direction: credit > 0n ? "in" : "out" };
  return { amount: absolute(debit), direction: "out" };
}

function ofOneColumn(amountIn: AmountIn, word: Cell): Moved {
  const amount = amountIn("amount", "bad_amount");
  if (amount === 0n) unread("no_amount", "amount");
  const signed: Direction = amount < 0n ? "out" : "in";
  if (isEmpty(word)) return { amount: absolute(amount), direction: signed };
  const direction = directions[String(word).trim().toLowerCase()] ?? unread("bad_direction", "direction");
  return { amount: absolute(amount), direction };
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);
