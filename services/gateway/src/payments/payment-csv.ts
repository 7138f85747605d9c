import { type Cell, csvRows } from "../reports/csv-text.ts";
import type { PaymentRow } from "./payment-row.ts";

type Column = readonly [name: string, cell: (row: PaymentRow) => Cell];

const columns: readonly Column[] = [
  ["id", ({ id }) => id],
  ["createdAt", ({ createdAt }) => createdAt.toISOString()],
  ["verifiedAt", ({ completedAt }) => completedAt?.toISOString() ?? null],
  ["paidAt", ({ receipt }) => receipt.timestamp],
  ["amount", ({ receipt }) => (receipt.amount === null ? null : Number(receipt.amount).toFixed(2))],
  ["currency", ({ receipt }) => receipt.currency],
  ["senderName", ({ receipt }) => receipt.senderName],
  ["receiverName", ({ receipt }) => receipt.receiverName],
  ["bank", ({ bank }) => bank],
  ["reference", ({ reference }) => reference],
  ["referenceNumber", ({ receipt }) => receipt.referenceNumber],
  ["decision", ({ decision }) => decision],
  ["decisionReasons", ({ decisionReasons }) => decisionReasons.join(" ")],
  ["processingStatus", ({ processingStatus }) => processingStatus],
  ["status", ({ status }) => status],
  ["source", ({ source }) => source],
  ["branch", ({ branch }) => branch?.name ?? null],
  ["member", ({ member }) => member?.name ?? null],
  ["depositId", ({ depositId }) => depositId],
  ["orderReference", ({ orderReference }) => orderReference],
];

/** CSV in parts, each of one batch. */
export async function* paymentCsv(
  first: readonly PaymentRow[],
  rest: AsyncIterable<readonly PaymentRow[]>,
): AsyncGenerator<string> {
  yield csvRows([columns.map(([name]) => name)]);
  yield csvOf(first);
  for await (const rows of rest) yield csvOf(rows);
}

const csvOf = (rows: readonly PaymentRow[]) =>
  csvRows(rows.map((row) => columns.map(([, cell]) => cell(row))));
