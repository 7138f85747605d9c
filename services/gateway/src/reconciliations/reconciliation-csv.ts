import type { ReconciledLineView } from "@receipts/contracts";
import { type CsvColumn, csvParts } from "../reports/csv-text.ts";

const columns: readonly CsvColumn<ReconciledLineView>[] = [
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

export const reconciliationCsv = (batches: AsyncIterable<readonly ReconciledLineView[]>) =>
  csvParts(columns, batches);
