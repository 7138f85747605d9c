import type { BatchItem } from "@receipts/contracts";
import { type Cell, csvParts } from "../reports/csv-text.ts";

type Column = readonly [name: string, cell: (item: BatchItem) => Cell];

const columns: readonly Column[] = [
  ["position", ({ position }) => position],
  ["label", ({ label }) => label],
  ["state", ({ state }) => state],
  ["requestId", ({ requestId }) => requestId],
  ["bank", ({ bank }) => bank],
  ["reference", ({ reference }) => reference],
  ["status", ({ status }) => status],
  ["decision", ({ decision }) => decision],
  ["decisionReasons", ({ decisionReasons }) => decisionReasons.join(" ")],
  ["failureReason", reasonOf],
  ["amount", ({ result }) => (typeof result?.amount === "number" ? result.amount.toFixed(2) : null)],
  ["currency", ({ result }) => result?.currency ?? null],
  ["senderName", ({ result }) => result?.senderName ?? null],
  ["receiverName", ({ result }) => result?.receiverName ?? null],
  ["receiverAccount", ({ result }) => result?.receiverAccount ?? null],
  ["referenceNumber", ({ result }) => result?.referenceNumber ?? null],
  ["paidAt", ({ result }) => result?.timestamp ?? null],
];

/** Why a line has no verdict of its own. */
function reasonOf({ failureReason, error, sameAs }: BatchItem): Cell {
  if (error !== null) return `${error.code}: ${error.message}`;
  if (sameAs === null) return failureReason;
  return sameAs.line === null ? `as position ${sameAs.position}` : `as line ${sameAs.line}`;
}

export const batchCsv = (batches: AsyncIterable<readonly BatchItem[]>) => csvParts(columns, batches);
