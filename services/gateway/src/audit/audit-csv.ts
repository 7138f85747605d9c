import { type CsvColumn, csvParts } from "../reports/csv-text.ts";
import type { AuditEntryRow } from "./audit-entries.ts";

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

const columns: readonly CsvColumn<AuditEntryRow>[] = [
  ["id", ({ id }) => id],
  ["at", ({ at }) => at.toISOString()],
  ["action", ({ action }) => action],
  ["actorKind", ({ actorKind }) => actorKind],
  ["actorId", ({ actorId }) => actorId],
  ["memberId", ({ memberId }) => memberId],
  ["name", ({ name }) => name],
  ["role", ({ role }) => role],
  ["subject", ({ subject }) => subject],
  ["requestId", ({ requestId }) => requestId],
  ["address", ({ address }) => address],
  ["before", ({ before }) => json(before)],
  ["after", ({ after }) => json(after)],
];

export const auditCsv = (batches: AsyncIterable<readonly AuditEntryRow[]>) => csvParts(columns, batches);
