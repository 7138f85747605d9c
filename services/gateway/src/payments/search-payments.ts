import { MOST_PAYMENTS_COUNTED } from "@receipts/contracts";
import {
  type AskedPage,
  type AskedWalk,
  type ListPage,
  type ListPosition,
  lastCompared,
  oldestOfFull,
  pageOfRows,
  placeColumn,
  type Queryable,
} from "@receipts/database";
import { depositSearchText } from "../checkout/deposits/search-deposits.ts";
import {
  amountCondition,
  comparedColumns,
  newestFirst,
  newestPayments,
  searchText,
  wordsCondition,
} from "./payment-conditions.ts";
import type { PaymentFilter } from "./payment-filter.ts";
import { type PaymentRow, paymentColumns, paymentTables } from "./payment-row.ts";
import { type SearchWords, searchWordsOf } from "./search-words.ts";

/** Most rows that a text search takes from each of its indexes. */
const MOST_FOUND = 1_000;
/** Rows, newest first, that are compared with a text that has more matches. */
const MOST_COMPARED = 10_000;

/** A page of the matching payments, newest first, and the total of all pages. */
export async function searchPayments(
  database: Queryable,
  userId: string,
  { limit, offset, after, ...filter }: PaymentFilter & AskedWalk,
): Promise<ListPage<PaymentRow> & { readonly total: number; readonly isExact: boolean }> {
  const found = await findByText(database, userId, filter.text);
  const whole = { ...MOST, counted: MOST_PAYMENTS_COUNTED + 1 };
  const page = await readPage(database, userId, { ...filter, after }, found, {
    ...(after === undefined ? whole : MOST),
    limit,
    offset,
  });
  // The total is that of all pages, also of those before the cursor.
  const { counted, isWhole } =
    after === undefined ? page : await readPage(database, userId, filter, found, { ...whole, limit: 0 });
  return {
    rows: page.rows,
    next: page.next,
    total: Math.min(counted, MOST_PAYMENTS_COUNTED),
    isExact: counted <= MOST_PAYMENTS_COUNTED && found?.isWhole !== false && isWhole,
  };
}

/** All matching payments, newest first. No transaction is open while the reader takes its time. */
export async function* exportPayments(
  database: Queryable,
  userId: string,
  filter: PaymentFilter,
): AsyncGenerator<readonly PaymentRow[]> {
  const found = await findByText(database, userId, filter.text);
  let after: ListPosition | undefined;
  do {
    const { rows, next } = await readPage(database, userId, { ...filter, after }, found, EXPORT_BATCH);
    yield rows;
    after = next;
  } while (after !== undefined);
}

/** `counted`, `compared`: at most so many matching payments, and payments that may have a text of very many. */
type Extent = AskedPage & { readonly counted: number; readonly compared: number };

const MOST = { limit: 0, offset: 0, counted: 0, compared: MOST_COMPARED };
/** A slow reader holds one in memory. */
const EXPORT_BATCH = { limit: 100, offset: 0, counted: 0, compared: 100 };

/** A page is shorter, and has a next one, where the compared payments end. `isWhole`: all that may match were compared. */
async function readPage(
  database: Queryable,
  userId: string,
  filter: PaymentFilter & Pick<AskedWalk, "after">,
  found: Found | undefined,
  { limit, offset, counted, compared }: Extent,
): Promise<ListPage<PaymentRow> & { readonly counted: number; readonly isWhole: boolean }> {
  const values: unknown[] = [];
  const most = Math.max(counted, offset + limit + 1);
  const { reads, last } = matching(userId, filter, found, values, { matched: most, compared });
  const { rows } = await database.query<PaymentRow & ListPosition & Whole>(
    `with ${reads},
          page as materialized (
            select id, created_at from matched ${newestFirst} limit $${values.push(limit + 1)} offset $${values.push(offset)})
     select whole.*, shown.*
       from (select (select count(*)::int from matched) as counted, (${last}) as "lastCompared") whole
       left join lateral (
         select ${paymentColumns}, ${placeColumn("page.created_at")} from page, ${paymentTables("page.id")}) shown on true
      order by shown."createdAt" desc, shown.id desc`,
    values,
  );
  // Without a row of the page, the one row has only the facts about all.
  const ofPage = rows.filter(({ id }) => id !== null).map(({ counted: _, lastCompared: __, ...row }) => row);
  const page = pageOfRows(ofPage, limit);
  const end = rows[0]?.lastCompared ?? undefined;
  return {
    rows: page.rows,
    next: page.next ?? end,
    counted: rows[0]?.counted ?? 0,
    isWhole: end === undefined,
  };
}

interface Whole {
  readonly counted: number;
  /** Null if there are no older payments. */
  readonly lastCompared: ListPosition | null;
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
  const { keyed } = searchWordsOf(text);
  if (keyed.length === 0) return undefined;
  if (await isFrequent(database, userId, keyed)) return { ids: [], isWhole: false };
  const keys = `(${keyed.map((_, index) => `search_keys($1, lower($${index + 2}))`).join(" || ")})`;
  // The account is part of the keys: a condition on it would let the planner take another index.
  const parts = [
    `select v.id from verification_requests v
      where search_keys(v.user_id, ${searchText}) @> ${keys}
        and v.completed_at is not null and v.erased_at is null limit ${MOST_FOUND}`,
    `select v.id from verification_requests v
      where v.user_id = $1 and v.completed_at is null and ${haveTexts(keyed)} limit ${MOST_FOUND}`,
    `select s.verification_id as id from deposit_submissions s
       join (select d.id from deposits d where search_keys(d.user_id, ${depositSearchText}) @> ${keys}
              limit ${MOST_FOUND}) d on d.id = s.deposit_id
      limit ${MOST_FOUND}`,
  ];
  const found: { readonly id: string }[][] = [];
  // One after the other, as a call holds one connection.
  for (const part of parts) found.push((await database.query<{ id: string }>(part, [userId, ...keyed])).rows);
  return {
    ids: found.flatMap((rows) => rows.map(({ id }) => id)),
    isWhole: found.every((rows) => rows.length < MOST_FOUND),
  };
}

/**
 * True if an index would find too many: the newest payments alone have them. The index first reads all entries of the
 * text, which takes half a second for 200,000. The older of the newest are read only if many of the youngest match.
 */
async function isFrequent(database: Queryable, userId: string, keyed: readonly string[]): Promise<boolean> {
  const newest = (most: number) => `
    from (select reference, result, completed_at, erased_at from verification_requests where user_id = $1
          ${newestFirst} limit ${most}) v
    where v.completed_at is not null and v.erased_at is null and ${haveTexts(keyed)}`;
  const { rowCount } = await database.query(
    `select ${newest(MOST_COMPARED)} and (select count(*) >= ${MOST_FOUND / 10} ${newest(MOST_FOUND)}) limit ${MOST_FOUND}`,
    [userId, ...keyed],
  );
  return rowCount === MOST_FOUND;
}

/** The texts are the parameters after the first. */
const haveTexts = (keyed: readonly string[]) =>
  keyed.map((_, index) => `strpos(${searchText}, lower($${index + 2})) > 0`).join(" and ");

/** `last`: a subquery for the payment at which the comparison with a text ended; null if it compared all that may match. */
interface Matching {
  readonly reads: string;
  readonly last: string;
}

/** Names the newest matching payments `matched`. */
function matching(
  userId: string,
  filter: PaymentFilter & Pick<AskedWalk, "after">,
  found: Found | undefined,
  values: unknown[],
  most: { readonly matched: number; readonly compared: number },
): Matching {
  const { text, amount } = filter;
  const read: Read = (name, options = {}) =>
    newestPayments(userId, filter, values, { most: most.matched, ...options, name });
  const words = text === undefined ? undefined : searchWordsOf(text);
  const near = words && nearPayments(words, found, read, values, most.compared);
  const reads: string[] = near === undefined ? [] : [...near.reads];
  const names: string[] = [];
  if (words !== undefined) {
    reads.push(`with_text as (select v.id, v.created_at from near v where ${wordsCondition(words, values)})`);
    names.push("with_text");
  }
  if (amount !== undefined) {
    // Those that are older than all that were compared come with a later page.
    const compared =
      found?.isWhole === false
        ? " and (v.created_at, v.id) >= (select created_at, id from near order by created_at, id limit 1)"
        : "";
    reads.push(read("with_amount", { where: amountCondition(amount, values) + compared }));
    names.push("with_amount");
  }
  const last = near?.last ?? "null::json";
  if (names.length === 0) return { reads: read("matched"), last };
  // A payment may have both the text and the amount.
  const union = names.map((name) => `table ${name}`).join(" union ");
  return { reads: `${reads.join(", ")}, matched as materialized (${union})`, last };
}

type Read = (name: string, options?: Partial<Parameters<typeof newestPayments>[3]>) => string;

/** Names `near` the payments that are compared with the words: at most `compared`, unless an index has found them all. */
function nearPayments(
  { amounts }: SearchWords,
  found: Found | undefined,
  read: Read,
  values: unknown[],
  compared: number,
): { readonly reads: readonly string[]; readonly last: string | undefined } {
  if (found?.isWhole === true) {
    const where = `v.id = any($${values.push(found.ids)})`;
    return {
      reads: [read("near", { where, columns: comparedColumns, most: found.ids.length })],
      last: undefined,
    };
  }
  if (amounts.length === 0)
    return {
      reads: [read("near", { columns: comparedColumns, most: compared })],
      last: lastCompared(["near"], compared),
    };
  // A payment has one amount, and the other words may be any text of it.
  const names = amounts.map((_, index) => `paid_${index}`);
  const most = Math.floor(compared / amounts.length);
  const paid = amounts.map((amount, index) =>
    read(names[index] ?? "", { where: amountCondition(amount, values), columns: comparedColumns, most }),
  );
  const all = names.map((name) => `table ${name}`).join(" union all ");
  const near = `near as (select * from (${all}) v where (v.created_at, v.id) >= all (${oldestOfFull(names, most)}))`;
  return { reads: [...paid, near], last: lastCompared(names, most) };
}
