import { formatSantim } from "@receipts/contracts";
import { type CsvColumn, csvParts } from "../../reports/csv-text.ts";
import { visibleStatus } from "./deposit-machine.ts";
import { amountsOf, type DepositRow, receiptsOf, santimOf } from "./deposit-row.ts";

const columns: readonly CsvColumn<DepositRow>[] = [
  ["id", ({ id }) => id],
  ["createdAt", ({ createdAt }) => createdAt.toISOString()],
  ["status", visibleStatus],
  ["amount", ({ amount }) => formatSantim(santimOf(amount))],
  ["amountReceived", ({ amountReceived: paid }) => (paid === null ? null : formatSantim(santimOf(paid)))],
  ["currency", () => "ETB"],
  ["reference", ({ reference }) => reference],
  ["description", ({ description }) => description],
  ["customerName", ({ customer }) => customer?.name ?? null],
  ["customerEmail", ({ customer }) => customer?.email ?? null],
  ["customerPhone", ({ customer }) => customer?.phone ?? null],
  ["bank", (row) => receiptOf(row)?.bank ?? null],
  ["referenceNumber", (row) => receiptOf(row)?.referenceNumber ?? null],
  ["senderName", (row) => receiptOf(row)?.senderName ?? null],
  ["paidAt", (row) => receiptOf(row)?.timestamp ?? null],
  ["expiresAt", ({ expiresAt }) => expiresAt.toISOString()],
  ["confirmedAt", ({ confirmedAt }) => confirmedAt?.toISOString() ?? null],
  ["allowPartial", ({ allowPartial }) => String(allowPartial)],
  ["amountPaid", (row) => amountsOf(row).amountPaid],
  ["amountRemaining", (row) => amountsOf(row).amountRemaining],
  ["amountOverpaid", (row) => amountsOf(row).amountOverpaid],
  // Every receipt that counts; the columns above have one.
  [
    "countedReferences",
    (row) =>
      receiptsOf(row)
        .map(({ referenceNumber }) => referenceNumber)
        .join(" "),
  ],
];

/** The receipt that confirmed it, came late, waits for a decision, or was the last part. */
const receiptOf = (row: DepositRow) =>
  row.receipt ?? row.lateReceipt ?? row.review?.receipt ?? row.parts.at(-1);

export const depositCsv = (batches: AsyncIterable<readonly DepositRow[]>) => csvParts(columns, batches);
