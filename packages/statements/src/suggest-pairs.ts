import type { OurPayment } from "./reconciled-line.ts";
import type { StatementLine } from "./statement-line.ts";

const HOUR_MS = 3_600_000;
/** Banks post evening transfers on the next day. */
const WINDOW_MS = 24 * HOUR_MS;

export interface SuggestedPairs {
  paymentOf(line: StatementLine): OurPayment | undefined;
  lineOf(payment: OurPayment): StatementLine | undefined;
}

/**
 * Pairs lines and payments of the same amount and about the same time, each once. Both are taken in the order of time,
 * so that very many equal amounts take one pass.
 */
export function suggestPairs(
  lines: readonly StatementLine[],
  payments: readonly OurPayment[],
): SuggestedPairs {
  const byLine = new Map<StatementLine, OurPayment>();
  const byPayment = new Map<OurPayment, StatementLine>();
  const paymentsByAmount = Map.groupBy(payments, ({ amount }) => amount as bigint);
  for (const [amount, equal] of Map.groupBy(lines, (line) => line.amount as bigint)) {
    const free = [...(paymentsByAmount.get(amount) ?? [])].sort(byTime);
    let next = 0;
    for (const line of equal.sort(byTime)) {
      const { earliest, latest } = windowOf(line);
      while (next < free.length && (free[next] as OurPayment).time.getTime() < earliest) next += 1;
      const payment = free[next];
      if (payment === undefined) break;
      if (payment.time.getTime() > latest) continue;
      byLine.set(line, payment);
      byPayment.set(payment, line);
      next += 1;
    }
  }
  return { paymentOf: (line) => byLine.get(line), lineOf: (payment) => byPayment.get(payment) };
}

const byTime = (left: { readonly time: Date }, right: { readonly time: Date }) =>
  left.time.getTime() - right.time.getTime();

/** A line without a clock was posted at any time of its day. */
function windowOf({ time, hasClock }: StatementLine) {
  const at = time.getTime();
  return { earliest: at - WINDOW_MS, latest: at + (hasClock ? 0 : 24 * HOUR_MS) + WINDOW_MS };
}
