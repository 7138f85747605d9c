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
  const sign = isDown ? 1n : -1n;
  const sums: bigint[] = [];
  let above = 0n;
  for (const { moved } of rows) {
    // With this row if the oldest comes first.
    sums.push(isDown ? above + moved : above);
    above += moved;
  }
  const printed = rows.flatMap(({ row, balance }, at) =>
    balance === null ? [] : [{ row, found: balance, start: balance - sign * (sums[at] ?? 0n) }],
  );
  return printed.flatMap(({ row, found, start }, at) => {
    const before = printed[at - 1]?.start ?? start;
    return before === start ? [] : [warning("balance", { row, expected: found - start + before, found })];
  });
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
