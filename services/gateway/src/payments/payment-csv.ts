import { type CsvColumn, csvParts } from "../reports/csv-text.ts";
import type { PaymentRow } from "./payment-row.ts";

const columns: readonly CsvColumn<PaymentRow>[] = [
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

export const paymentCsv = (batches: AsyncIterable<readonly PaymentRow[]>) => csvParts(columns, batches);
