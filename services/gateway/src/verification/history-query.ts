import type { IsLive } from "@receipts/banks";
import type {
  BankCode,
  HistoryQuery,
  ProcessingStatus,
  Resolution,
  ResultDecision,
  VerificationResult,
  VerificationStatus,
} from "@receipts/contracts";
import {
  type ListPage,
  type ListPosition,
  listConditions,
  pageOfRows,
  placeColumn,
  type Queryable,
} from "@receipts/database";

/** As stored with the verdict; null without one, or with one of an earlier release. */
export interface StoredMode {
  readonly livemode: boolean | null;
}

/** Before the verdict, the bank that this process would ask decides. */
export function livemodeOf(
  { livemode, completedAt, bank }: Pick<HistoryRow, "livemode" | "completedAt" | "bank">,
  isLive: IsLive,
): boolean {
  return livemode ?? (completedAt !== null || isLive(bank));
}

export interface HistoryRow extends ResultDecision, StoredMode {
  readonly id: string;
  readonly bank: BankCode;
  readonly source: "api" | "checkout";
  readonly processingStatus: ProcessingStatus;
  readonly status: VerificationStatus;
  readonly verified: boolean;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** The receipt's fields; null if unfinished, unknown or erased. */
export interface HistoryReceipt {
  /** Null unless a person has decided. */
  readonly resolution: Resolution | null;
  readonly receipt: Pick<
    VerificationResult,
    | "referenceNumber"
    | "amount"
    | "currency"
    | "senderName"
    | "receiverName"
    | "receiverAccount"
    | "timestamp"
  >;
}

export interface HistoryFilter extends Omit<HistoryQuery, "startDate" | "endDate" | "cursor"> {
  readonly after?: ListPosition | undefined;
  readonly from: Date | undefined;
  /** Exclusive. */
  readonly before: Date | undefined;
}

/**
 * Requests that ended before decisions existed have none. One that waits until the bank has booked its receipt shows
 * that.
 */
export const decisionColumns = `case when completed_at is null and recheck_at is not null then 'wait' else result ->> 'decision' end as decision,
  case when completed_at is null and recheck_at is not null then '["not_booked_yet"]'::jsonb
       else coalesce(result -> 'decisionReasons', '[]'::jsonb) end as "decisionReasons"`;

/** Null unless a person has decided. */
export const resolutionColumn = `result -> 'resolution' as resolution`;

export const livemodeColumn = `(result ->> 'livemode')::boolean as livemode`;

/** Null unless the request waits until the bank has booked its receipt. */
export const recheckColumn = `case when completed_at is null and recheck_at is not null then json_build_object(
  'until', iso_utc(recheck_until), 'nextAt', iso_utc(recheck_at), 'tries', recheck_tries) end as recheck`;

const receiptFields = [
  "referenceNumber",
  "amount",
  "currency",
  "senderName",
  "receiverName",
  "receiverAccount",
  "timestamp",
];
export const receiptColumn = `json_build_object(${receiptFields.map((field) => `'${field}', result -> '${field}'`).join(", ")})`;

/**
 * Each processing status as a condition on columns of the history's index. The two unfinished ones need the row itself;
 * the partial indexes hold the few candidates.
 */
const processingStatusIs: Readonly<Record<ProcessingStatus, string>> = {
  queued: "completed_at is null and processing_status = 'queued'",
  running: "completed_at is null and processing_status = 'running'",
  completed: "completed_at is not null and failure_reason is null",
  failed: "failure_reason is not null",
};

/** Conditions on the receipt read the rows themselves, within the requested period. */
function conditionOf(userId: string, filter: HistoryFilter, values: unknown[], after?: ListPosition): string {
  const on = listConditions(values);
  const where = [
    ...on.given("user_id =", userId),
    ...on.given("bank =", filter.bank),
    ...on.given("status =", filter.status),
    ...on.given("result ->> 'decision' =", filter.decision),
    ...on.given("(result ->> 'amount')::numeric >=", filter.amountMin),
    ...on.given("(result ->> 'amount')::numeric <=", filter.amountMax),
    ...on.given("created_at >=", filter.from),
    ...on.given("created_at <", filter.before),
    ...on.after(after),
  ];
  if (filter.status === "pending") where.push("completed_at is null");
  if (filter.processingStatus !== undefined) where.push(processingStatusIs[filter.processingStatus]);
  if (filter.reference !== undefined) {
    const at = values.push(filter.reference);
    where.push(`(upper(reference) = $${at} or upper(result ->> 'referenceNumber') = $${at})`);
  }
  if (filter.receiver !== undefined) {
    const at = values.push(filter.receiver.toLowerCase());
    const names = "concat_ws(E'\\n', result ->> 'receiverName', result ->> 'receiverAccount')";
    where.push(`strpos(lower(${names}), $${at}) > 0`);
  }
  return where.join(" and ");
}

/** The page is found in the index alone; rows are read only for its entries. */
export function historyPage(userId: string, filter: HistoryFilter) {
  const values: unknown[] = [];
  const where = conditionOf(userId, filter, values, filter.after);
  return {
    text: `with page as materialized (
             select id, created_at from verification_requests
              where ${where}
              order by created_at desc, id desc
              limit $${values.push(filter.limit + 1)} offset $${values.push(filter.offset)})
           select id, ${placeColumn("page.created_at")}, v.bank, v.source, v.processing_status as "processingStatus", v.status, v.verified,
                  v.created_at as "createdAt", v.completed_at as "completedAt", ${decisionColumns},
                  ${livemodeColumn}, ${resolutionColumn}, ${receiptColumn} as receipt
             from page join verification_requests v using (id)
            order by page.created_at desc, id desc`,
    values,
  };
}

/** Exact, from the index alone. */
export function historyTotal(userId: string, filter: HistoryFilter) {
  const values: unknown[] = [];
  const where = conditionOf(userId, filter, values);
  return { text: `select count(*) as total from verification_requests where ${where}`, values };
}

export async function listHistory(
  database: Queryable,
  userId: string,
  filter: HistoryFilter,
): Promise<ListPage<HistoryRow & HistoryReceipt> & { readonly total: number }> {
  const page = await database.query<HistoryRow & HistoryReceipt & ListPosition>(historyPage(userId, filter));
  const count = await database.query<{ total: number }>(historyTotal(userId, filter));
  return { ...pageOfRows(page.rows, filter.limit), total: count.rows[0]?.total ?? 0 };
}
