import type { DepositStatus } from "@receipts/contracts";
import {
  type AskedPage,
  type AskedWalk,
  type ListPage,
  type ListPosition,
  lastCompared,
  listConditions,
  pageOfRows,
  placeColumn,
  type Queryable,
} from "@receipts/database";
import { statusConditions } from "./deposit-repository.ts";
import { type DepositRow, depositColumns } from "./deposit-row.ts";

export interface DepositSearch {
  /** Part of a text of the deposit; three characters or more. */
  readonly q?: string | undefined;
  readonly status?: DepositStatus | undefined;
  readonly reference?: string | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly before?: Date | undefined;
}

export interface DepositTotals {
  readonly total: number;
  /** False: there may be more, which are neither counted nor summed. */
  readonly isExact: boolean;
  /** Santim. */
  readonly requested: bigint;
  readonly received: bigint;
}

/** Most entries of an index that a total reads. */
const MOST_COUNTED = 100_000;
/** Most rows that a text search takes from its index. */
const MOST_FOUND = 1_000;
/** Rows, newest first, that are compared with a text that has more matches. */
const MOST_COMPARED = 20_000;
/** A slow reader holds one in memory. */
const EXPORT_BATCH = 100;

export const depositSearchText =
  "deposit_search_text(d.reference, d.description, d.customer, d.receipt, d.late_receipt, d.review)";
const newestFirst = "order by created_at desc, id desc";

/** A page of the matching deposits, newest first, and the totals of all pages. */
export async function searchDeposits(
  database: Queryable,
  userId: string,
  { limit, offset, after, ...search }: DepositSearch & AskedWalk,
): Promise<DepositTotals & ListPage<DepositRow>> {
  const found = await findByText(database, userId, search.q);
  const filter = { ...search, userId, ids: found?.ids };
  const most = search.q === undefined ? MOST_COUNTED : MOST_FOUND;
  const values: unknown[] = [];
  const counted = matching(filter, most, values);
  const totals = await database.query<{ total: number; requested: string; received: string }>(
    `with ${counted}
     select count(*) as total, coalesce(sum(amount), 0)::text as requested,
            coalesce(sum(amount_received), 0)::text as received
       from matched`,
    values,
  );
  const { total = 0, requested = "0", received = "0" } = totals.rows[0] ?? {};
  return {
    ...(await readPage(database, { ...filter, after }, { limit, offset })),
    total,
    isExact: total < most && found?.isWhole !== false,
    requested: BigInt(requested),
    received: BigInt(received),
  };
}

/** All matching deposits, newest first. No transaction is open while the reader takes its time. */
export async function* exportDeposits(
  database: Queryable,
  userId: string,
  search: DepositSearch,
): AsyncGenerator<readonly DepositRow[]> {
  const found = await findByText(database, userId, search.q);
  let after: ListPosition | undefined;
  do {
    const filter = { ...search, userId, ids: found?.ids, after };
    const { rows, next } = await readPage(database, filter, { limit: EXPORT_BATCH, offset: 0 }, EXPORT_BATCH);
    yield rows;
    after = next;
  } while (after !== undefined);
}

interface Filter extends DepositSearch {
  readonly userId: string;
  /** Only these deposits. */
  readonly ids?: readonly string[] | undefined;
  readonly after?: ListPosition | undefined;
}

/** Deposits that may have the text; undefined without one. They are none if there are too many. */
async function findByText(
  database: Queryable,
  userId: string,
  q: string | undefined,
): Promise<{ readonly ids: readonly string[] | undefined; readonly isWhole: boolean } | undefined> {
  if (q === undefined) return undefined;
  // The account is part of the keys: a condition on it would let the planner take another index.
  const { rows } = await database.query<{ id: string }>({
    name: "find_deposits_by_text",
    text: `(select d.id from deposits d
             where search_keys(d.user_id, ${depositSearchText}) @> search_keys($1, lower($2)) limit ${MOST_FOUND})
           union
           (select p.deposit_id from deposit_parts p
             where search_keys(p.user_id, deposit_part_text(p.receipt)) @> search_keys($1, lower($2)) limit ${MOST_FOUND})`,
    values: [userId, q],
  });
  const isWhole = rows.length < MOST_FOUND;
  return { ids: isWhole ? rows.map(({ id }) => id) : undefined, isWhole };
}

/** A page is shorter, and has a next one, where the compared deposits end. */
async function readPage(
  database: Queryable,
  filter: Filter,
  { limit, offset }: AskedPage,
  compared = MOST_COMPARED,
): Promise<ListPage<DepositRow>> {
  const values: unknown[] = [];
  const matches = matching(filter, limit + offset + 1, values, compared);
  const { rows } = await database.query<DepositRow & ListPosition & { lastCompared: ListPosition | null }>(
    `with ${matches},
          page as (select id from matched ${newestFirst} offset $${values.push(offset)})
     select whole.*, shown.*
       from (select (${isCompared(filter) ? lastCompared(["walked"], compared) : "null::json"}) as "lastCompared") whole
       left join lateral (
         select ${depositColumns}, ${placeColumn("d.created_at")} from page join deposits d using (id)) shown on true
      order by shown."createdAt" desc, shown.id desc`,
    values,
  );
  const ofPage = rows.filter(({ id }) => id !== null).map(({ lastCompared: _, ...row }) => row);
  const page = pageOfRows(ofPage, limit);
  return { rows: page.rows, next: page.next ?? rows[0]?.lastCompared ?? undefined };
}

/** A text of very many deposits is compared one by one. */
const isCompared = ({ q, ids }: Filter) => q !== undefined && ids === undefined;

/** Names the newest `most` deposits that match `matched`. */
function matching(filter: Filter, most: number, values: unknown[], compared = MOST_COMPARED): string {
  if (filter.q === undefined)
    return `${newestDeposits(filter, most, values)}, matched as (select * from walked)`;
  return `${newestDeposits(filter, isCompared(filter) ? compared : MOST_FOUND, values)},
          matched as (
            select walked.* from walked join deposits d using (id) where ${textCondition(filter.q, values)}
             order by walked.created_at desc, walked.id desc limit $${values.push(most)})`;
}

function textCondition(q: string, values: unknown[]): string {
  const text = `lower($${values.push(q)})`;
  return `(strpos(${depositSearchText}, ${text}) > 0 or d.allow_partial and exists (
             select from deposit_parts p where p.deposit_id = d.id and strpos(deposit_part_text(p.receipt), ${text}) > 0))`;
}

/**
 * Names the newest `most` deposits `walked`, which are read from an index alone: once for each recorded status, so that
 * each read has the order of its index.
 */
function newestDeposits(filter: Filter, most: number, values: unknown[]): string {
  const { userId, ids, reference, from, before, after, status } = filter;
  const on = listConditions(values);
  const conditions = [
    ...on.given("d.user_id =", userId),
    ...(ids === undefined ? [] : [`d.id = any($${values.push(ids)})`]),
    ...on.given("d.reference =", reference),
    ...on.given("d.created_at >=", from),
    ...on.given("d.created_at <", before),
    ...on.after(after, "d.created_at, d.id"),
  ];
  const last = `${newestFirst} limit $${values.push(most)}`;
  const columns = "id, created_at, amount, amount_received from deposits d where";
  const [first = "true", other] = status === undefined ? [] : statusConditions[status];
  const read = (name: string, status: string) =>
    `${name} as (select ${columns} ${[...conditions, status].join(" and ")} ${last})`;
  if (other === undefined) return read("walked", first);
  return `${read("one", first)}, ${read("another", other)},
          walked as (select * from (table one union all table another) of_both ${last})`;
}
