import { formatSantim, type Santim, type StatementWarning } from "@receipts/contracts";

/** As printed: the debit is negative. */
export interface BalancedRow {
  readonly row: number;
  readonly moved: bigint;
  /** Null if the row prints none. */
  readonly balance: bigint | null;
}

/** A sum that the statement prints of its debits or credits so far. */
export interface PrintedSum {
  readonly row: number;
  readonly printed: bigint;
  readonly counted: bigint;
  /** Some banks count it among the credits. */
  readonly opening: bigint;
}

/** More are of one cause. */
const MOST_WARNINGS = 20;

/**
 * Where the balances do not follow from the rows, in either direction, and where sums do not. Every row counts all the
 * same: a statement of another account, or one with a page missing, is for a person to see.
 */
export function statementWarnings(
  rows: readonly BalancedRow[],
  sums: readonly PrintedSum[],
): readonly StatementWarning[] {
  const [down, up] = [breaksOf(rows, true), breaksOf(rows, false)];
  const breaks = down.length <= up.length ? down : up;
  const wrongSums = sums
    .filter(({ printed, counted, opening }) => printed !== counted && printed !== counted + opening)
    .map(({ row, printed, counted }) => warning("total", { row, expected: counted, found: printed }));
  return [...breaks, ...wrongSums].sort((a, b) => a.row - b.row).slice(0, MOST_WARNINGS);
}

/** `isDown`: the oldest row comes first. Rows without a balance count for the next one that has it. */
function breaksOf(rows: readonly BalancedRow[], isDown: boolean): readonly StatementWarning[] {
  const breaks: StatementWarning[] = [];
  let before: bigint | undefined;
  let moved = 0n;
  for (const { row, moved: own, balance: found } of rows) {
    if (isDown) moved += own;
    if (found !== null) {
      const expected = before === undefined ? found : before + (isDown ? moved : -moved);
      if (found !== expected) breaks.push(warning("balance", { row, expected, found }));
      before = found;
      moved = 0n;
    }
    if (!isDown) moved += own;
  }
  return breaks;
}

interface Differing {
  readonly row: number;
  readonly expected: bigint;
  readonly found: bigint;
}

function warning(kind: StatementWarning["kind"], { row, expected, found }: Differing): StatementWarning {
  return { kind, row, expected: birr(expected), found: birr(found) };
}

const birr = (santim: bigint) =>
  santim < 0n ? `-${formatSantim(-santim as Santim)}` : formatSantim(santim as Santim);
