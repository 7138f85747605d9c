import { type Cell, csvRows } from "../reports/csv-text.ts";
import type { AuditEntryRow } from "./audit-entries.ts";

type Column = readonly [name: string, cell: (row: AuditEntryRow) => Cell];

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

const columns: readonly Column[] = [
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

/** CSV in parts, each of one batch. */
export async function* auditCsv(
  first: readonly AuditEntryRow[],
  rest: AsyncIterable<readonly AuditEntryRow[]>,
): AsyncGenerator<string> {
  const csvOf = (rows: readonly AuditEntryRow[]) =>
    csvRows(rows.map((row) => columns.map(([, cell]) => cell(row))));
  yield csvRows([columns.map(([name]) => name)]);
  yield csvOf(first);
  for await (const rows of rest) yield csvOf(rows);
}
