import { type LineClass, lineClasses } from "@receipts/contracts";
import {
  createPaymentMatcher,
  type OurPayment,
  type PaymentMatcher,
  type ReconciledLine,
  readStatement,
  type Statement,
  StatementRefused,
} from "@receipts/statements";
import type { FromReader, ToReader } from "./reader-messages.ts";

/**
 * A process of its own, which reads one statement and compares it. A hostile file can end only this process, and the
 * work slows nothing of the gateway. It has neither settings nor connections.
 */
const BATCH = 1_000;

interface Sum {
  lines: number;
  amount: bigint;
  ours: bigint;
  difference: bigint;
}

let matcher: PaymentMatcher | undefined;
let results: Iterator<ReconciledLine> | undefined;
const sums = new Map<LineClass, Sum>(
  lineClasses.map((name) => [name, { lines: 0, amount: 0n, ours: 0n, difference: 0n }]),
);

async function answerTo(message: ToReader): Promise<FromReader> {
  switch (message.kind) {
    case "read":
      return await read(message);
    case "payments":
      matcherOf().add(JSON.parse(message.payments).map(paymentOf));
      return { kind: "taken" };
    case "compare":
      results = matcherOf().finish({ from: new Date(message.from), before: new Date(message.before) });
      return nextLines();
    case "more":
      return nextLines();
  }
}

const matcherOf = (): PaymentMatcher => {
  if (matcher === undefined) throw new Error("no statement was read");
  return matcher;
};

interface SentPayment extends Omit<OurPayment, "amount" | "time"> {
  readonly amount: string;
  readonly time: string;
}

const paymentOf = ({ amount, time, ...rest }: SentPayment): OurPayment => ({
  ...rest,
  amount: BigInt(amount) as OurPayment["amount"],
  time: new Date(time),
});

async function read({ mapping, ...source }: Extract<ToReader, { kind: "read" }>): Promise<FromReader> {
  try {
    const statement = await readStatement({ ...source, mapping: mapping ?? undefined });
    matcher = createPaymentMatcher(statement);
    const { layout, warnings } = statement;
    return { kind: "read", layout, span: spanOf(statement), warnings };
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error;
    return { kind: "refused", refusal: error.refusal, preview: error.preview };
  }
}

function spanOf({ lines }: Statement): { first: number; last: number } | null {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { time } of lines) {
    first = Math.min(first, time.getTime());
    last = Math.max(last, time.getTime());
  }
  return lines.length === 0 ? null : { first, last };
}

function nextLines(): FromReader {
  const rows: object[] = [];
  while (rows.length < BATCH) {
    const next = results?.next();
    if (next === undefined || next.done === true) break;
    rows.push(rowOf(next.value));
  }
  return rows.length > 0
    ? { kind: "lines", lines: JSON.stringify(rows) }
    : { kind: "end", sums: JSON.stringify(Object.fromEntries(sums), withTextOfBigInt) };
}

const withTextOfBigInt = (_key: string, value: unknown) =>
  typeof value === "bigint" ? String(value) : value;

/** A row of `reconciliation_lines`, without its nulls; adds it to its sum. */
function rowOf(line: ReconciledLine): object {
  const { payment, difference } = line;
  return {
    class: line.class,
    position: addToSum(line),
    note: line.note ?? undefined,
    detail: line.detail ?? undefined,
    ...(line.row === null ? {} : printedOf(line)),
    payment_id: payment?.id,
    deposit_id: payment?.depositId ?? undefined,
    payment_amount: payment?.amount.toString(),
    payment_time: payment?.time,
    difference: difference?.toString(),
    suggested_payment_id: line.suggestedPaymentId ?? undefined,
    suggested_row: line.suggestedRow ?? undefined,
  };
}

function printedOf({
  row,
  reference,
  amount,
  direction,
  fee,
  time,
  hasClock,
  description,
  account,
}: ReconciledLine) {
  return {
    row,
    direction,
    time,
    has_clock: hasClock,
    amount: amount?.toString(),
    fee: fee?.toString(),
    reference: reference ?? undefined,
    description: description ?? undefined,
    account: account ?? undefined,
  };
}

/** Returns the position of the line in its class. */
function addToSum({ class: name, amount, payment, difference }: ReconciledLine): number {
  const sum = sums.get(name);
  if (sum === undefined) throw new Error(`there is no class ${name}`);
  sum.lines += 1;
  sum.amount += amount ?? 0n;
  sum.ours += payment?.amount ?? 0n;
  sum.difference += difference ?? 0n;
  return sum.lines;
}

process.on("message", (message: ToReader) => {
  // An error ends the process: the gateway sees that.
  void answerTo(message).then((answer) => process.send?.(answer));
});
