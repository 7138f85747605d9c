import { MOST_PAYMENTS_COUNTED } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { depositSearchText } from "../checkout/deposits/search-deposits.ts";
import {
  amountCondition,
  comparedColumns,
  comparedText,
  newestFirst,
  type Position,
  searchText,
  textCondition,
  walk,
} from "./payment-conditions.ts";
import type { PaymentFilter } from "./payment-filter.ts";
import { type PaymentRow, paymentColumns, paymentTables } from "./payment-row.ts";

/** Most rows that a text search takes from each of its indexes. */
const MOST_FOUND = 1_000;
/** Rows, newest first, that are compared with a text that has more matches. */
const MOST_COMPARED = 10_000;
/** A slow reader holds one in memory. */
const EXPORT_BATCH = 100;

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A page of the matching payments, newest first, and the total of all pages. */
export async function searchPayments(
  database: Queryable,
  userId: string,
  { limit, offset, ...filter }: PaymentFilter & Page,
): Promise<{ readonly rows: PaymentRow[]; readonly total: number; readonly isExact: boolean }> {
  const found = await findByText(database, userId, filter.text);
  const values: unknown[] = [];
  const matched = matching(userId, filter, found, values);
  const { rows } = await database.query<PaymentRow & { total: number }>(
    `with ${matched},
          page as materialized (
            select id, created_at from matched ${newestFirst} limit $${values.push(limit)} offset $${values.push(offset)})
     select counted.total, shown.*
       from (select count(*)::int as total from matched) counted
       left join lateral (select ${paymentColumns} from page, ${paymentTables("page.id")}) shown on true
      order by shown."createdAt" desc, shown.id desc`,
    values,
  );
  const counted = rows[0]?.total ?? 0;
  return {
    // Without a row of the page, the one row has only the total.
    rows: rows.filter(({ id }) => id !== null),
    total: Math.min(counted, MOST_PAYMENTS_COUNTED),
    isExact: counted <= MOST_PAYMENTS_COUNTED && found?.isWhole !== false,
  };
}

/** All matching payments, newest first. No transaction is open while the reader takes its time. */
export async function* exportPayments(
  database: Queryable,
  userId: string,
  filter: PaymentFilter,
): AsyncGenerator<readonly PaymentRow[]> {
  const found = await findByText(database, userId, filter.text);
  // Found ids are conditions of an index; a text of very many payments is compared row by row.
  const isCompared = found?.isWhole === false;
  let after: Position | undefined;
  for (;;) {
    const values: unknown[] = [];
    const batch = isCompared
      ? walk(userId, { ...filter, after }, values, { name: "matched", most: EXPORT_BATCH })
      : matching(userId, { ...filter, after }, found, values, EXPORT_BATCH);
    const matches = isCompared ? searchCondition(filter, values) : "true";
    const { rows } = await database.query<PaymentRow & { position: string; matches: boolean }>(
      `with ${batch}
       select ${paymentColumns}, v.created_at::text as position, ${matches} as matches
         from (select id, created_at from matched ${newestFirst} limit $${values.push(EXPORT_BATCH)}) page,
              ${paymentTables("page.id")}
        order by page.created_at desc, page.id desc`,
      values,
    );
    yield rows.filter((row) => row.matches);
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_BATCH) return;
    after = { createdAt: last.position, id: last.id };
  }
}

interface Found {
  readonly ids: readonly string[];
  /** False if there are too many: the ids are not all. */
  readonly isWhole: boolean;
}

/** Payments that may have the text: of their own, or in the order reference of a deposit; undefined without one. */
async function findByText(
  database: Queryable,
  userId: string,
  text: string | undefined,
): Promise<Found | undefined> {
  if (text === undefined) return undefined;
  if (await isFrequent(database, userId, text)) return { ids: [], isWhole: false };
  // The account is part of the keys: a condition on it would let the planner take another index.
  const parts = await Promise.all(
    [
      `select v.id from verification_requests v
        where search_keys(v.user_id, ${searchText}) @> search_keys($1, lower($2))
          and v.completed_at is not null and v.erased_at is null limit ${MOST_FOUND}`,
      `select v.id from verification_requests v
        where v.user_id = $1 and v.completed_at is null and strpos(${searchText}, lower($2)) > 0 limit ${MOST_FOUND}`,
      `select s.verification_id as id from deposit_submissions s
         join (select d.id from deposits d where search_keys(d.user_id, ${depositSearchText}) @> search_keys($1, lower($2))
                limit ${MOST_FOUND}) d on d.id = s.deposit_id
        limit ${MOST_FOUND}`,
    ].map((query) => database.query<{ id: string }>(query, [userId, text])),
  );
  return {
    ids: parts.flatMap(({ rows }) => rows.map(({ id }) => id)),
    isWhole: parts.every(({ rows }) => rows.length < MOST_FOUND),
  };
}

/**
 * True if an index would find too many: the newest payments alone have them. The index first reads all entries of the
 * text, which takes half a second for 200,000. The older of the newest are read only if many of the youngest match.
 */
async function isFrequent(database: Queryable, userId: string, text: string): Promise<boolean> {
  const newest = (most: number) => `
    from (select reference, result, completed_at, erased_at from verification_requests where user_id = $1
          ${newestFirst} limit ${most}) v
    where v.completed_at is not null and v.erased_at is null and strpos(${searchText}, lower($2)) > 0`;
  const { rowCount } = await database.query(
    `select ${newest(MOST_COMPARED)} and (select count(*) >= ${MOST_FOUND / 10} ${newest(MOST_FOUND)}) limit ${MOST_FOUND}`,
    [userId, text],
  );
  return rowCount === MOST_FOUND;
}

/** Names the newest matching payments `matched`, more of them than are counted. */
function matching(
  userId: string,
  filter: PaymentFilter & { readonly after?: Position | undefined },
  found: Found | undefined,
  values: unknown[],
  most = MOST_PAYMENTS_COUNTED + 1,
): string {
  const { text, amount } = filter;
  const read = (name: string, options: Partial<Parameters<typeof walk>[3]> = {}) =>
    walk(userId, filter, values, { most, ...options, name });
  const reads: string[] = [];
  const names: string[] = [];
  if (text !== undefined) {
    const candidates =
      found?.isWhole === true
        ? { where: `v.id = any($${values.push(found.ids)})`, most: found.ids.length }
        : { most: MOST_COMPARED };
    reads.push(
      read("near", { ...candidates, columns: comparedColumns }),
      `with_text as (select v.id, v.created_at from near v where ${textCondition(text, values)})`,
    );
    names.push("with_text");
  }
  if (amount !== undefined) {
    reads.push(read("with_amount", { where: amountCondition(amount, values) }));
    names.push("with_amount");
  }
  if (names.length === 0) return read("matched");
  // A payment may have both the text and the amount.
  return `${reads.join(", ")}, matched as materialized (${names.map((name) => `table ${name}`).join(" union ")})`;
}

function searchCondition({ text, amount }: PaymentFilter, values: unknown[]): string {
  return [
    ...(text === undefined ? [] : [`coalesce(${textCondition(text, values, comparedText)}, false)`]),
    ...(amount === undefined ? [] : [`coalesce(${amountCondition(amount, values)}, false)`]),
  ].join(" or ");
}
