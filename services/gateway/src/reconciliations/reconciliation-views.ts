import {
  formatSantim,
  isId,
  type LineSum,
  type ReconciledLineView,
  type Reconciliation,
  type ReconciliationDetail,
  type Santim,
} from "@receipts/contracts";
import type { LineRow } from "./reconciled-lines.ts";
import type { ListedReconciliation, ReconciliationRow, SantimSum } from "./reconciliation-repository.ts";

export function reconciliationView(row: ListedReconciliation & Partial<ReconciliationRow>): Reconciliation {
  const { periodFrom, periodBefore, preview: _, createdAt, completedAt, sums, ...shown } = row;
  return {
    ...shown,
    period:
      periodFrom === null || periodBefore === null
        ? null
        : { from: periodFrom.toISOString(), to: periodBefore.toISOString() },
    sums: sums === null ? null : mapValues(sums, sumView),
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  };
}

export const detailView = (row: ReconciliationRow): ReconciliationDetail => ({
  ...reconciliationView(row),
  preview: row.preview ?? [],
});

function mapValues<Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  change: (value: From) => To,
): Record<Key, To> {
  const changed = Object.entries<From>(record).map(([key, value]) => [key, change(value)]);
  return Object.fromEntries(changed) as Record<Key, To>; // Object.fromEntries loses the key type
}

const sumView = ({ lines, amount, ours, difference }: SantimSum): LineSum => ({
  lines,
  amount: birr(amount),
  ours: birr(ours),
  difference: birr(difference),
});

export function lineView(row: LineRow): ReconciledLineView {
  return {
    class: row.class,
    note: row.note,
    detail: row.detail,
    row: row.row,
    reference: row.reference,
    amount: birrOrNull(row.amount),
    direction: row.direction,
    fee: birrOrNull(row.fee),
    time: row.time?.toISOString() ?? null,
    timeIsDay: row.hasClock === false,
    description: row.description,
    account: row.account,
    payment: paymentOf(row),
    difference: birrOrNull(row.difference),
    suggestedPaymentId: row.suggestedPaymentId,
    suggestedRow: row.suggestedRow,
  };
}

function paymentOf(row: LineRow): ReconciledLineView["payment"] {
  const { paymentId, paymentAmount, paymentTime } = row;
  if (paymentId === null || paymentAmount === null || paymentTime === null) return null;
  return {
    requestId: isId("verification", paymentId) ? paymentId : null,
    depositId: row.depositId,
    reference: row.paymentReference,
    amount: birr(paymentAmount),
    paidAt: paymentTime.toISOString(),
  };
}

const birrOrNull = (santim: string | null) => (santim === null ? null : birr(santim));

/** `-250` → `-2.50`. */
function birr(santim: string): string {
  return santim.startsWith("-")
    ? `-${formatSantim(BigInt(santim.slice(1)) as Santim)}`
    : formatSantim(BigInt(santim) as Santim);
}
