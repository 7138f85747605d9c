import type { ReconciledLineView } from "@receipts/contracts";
import { type Cell, csvRows } from "../reports/csv-text.ts";

type Column = readonly [name: string, cell: (line: ReconciledLineView) => Cell];

const columns: readonly Column[] = [
  ["class", (line) => line.class],
  ["note", ({ note }) => note],
  ["row", ({ row }) => row],
  ["reference", ({ reference }) => reference],
  ["amount", ({ amount }) => amount],
  ["direction", ({ direction }) => direction],
  ["fee", ({ fee }) => fee],
  ["time", ({ time }) => time],
  ["timeIsDay", ({ time, timeIsDay }) => (time === null ? null : String(timeIsDay))],
  ["description", ({ description }) => description],
  ["account", ({ account }) => account],
  ["requestId", ({ payment }) => payment?.requestId ?? null],
  ["depositId", ({ payment }) => payment?.depositId ?? null],
  ["ourReference", ({ payment }) => payment?.reference ?? null],
  ["ourAmount", ({ payment }) => payment?.amount ?? null],
  ["paidAt", ({ payment }) => payment?.paidAt ?? null],
  // Not as text: a spreadsheet would not add up what the apostrophe of a minus marks.
  ["difference", ({ difference }) => (difference === null ? null : Number(difference))],
  ["suggestedPaymentId", ({ suggestedPaymentId }) => suggestedPaymentId],
  ["suggestedRow", ({ suggestedRow }) => suggestedRow],
  ["detail", ({ detail }) => detail],
];

/** CSV in parts, each of one batch. */
export async function* reconciliationCsv(
  batches: AsyncIterable<readonly ReconciledLineView[]>,
): AsyncGenerator<string> {
  yield csvRows([columns.map(([name]) => name)]);
  for await (const lines of batches)
    yield csvRows(lines.map((line) => columns.map(([, cell]) => cell(line))));
}
