import type { QueryResultRow } from "pg";
import type { Queryable } from "./queryable.ts";

/** The last item of a page of a list that is newest first. */
export interface ListPosition {
  /** Microseconds since 1970: a `Date` has only milliseconds. Of the credit ledger, the number of the line. */
  readonly place: number;
  readonly id: string;
}

/** The page that a caller asks for. */
export interface AskedPage {
  readonly limit: number;
  readonly offset: number;
}

/** The same of a list that is newest first: after a place in it, so new items move no page. */
export interface AskedWalk extends AskedPage {
  readonly after?: ListPosition | undefined;
}

/** A page, and its last item if the list continues. */
export interface ListPage<Row> {
  readonly rows: Row[];
  readonly next: ListPosition | undefined;
}

/** `found`: one row more than the limit if the list continues. */
export function pageOfRows<Row>(found: readonly (Row & ListPosition)[], limit: number): ListPage<Row> {
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    rows: found.slice(0, limit).map(({ place: _, ...row }) => row as Row),
    next: last && { place: last.place, id: last.id },
  };
}

/** Selects the place of a row, as `place`. */
export const placeColumn = (createdAt: string) =>
  `(extract(epoch from ${createdAt}) * 1000000)::bigint as place`;

/** The exact time of a place, for a comparison with `timestamptz`. */
export function timeOfPlace(place: number): string {
  const [ms, us] = [Math.floor(place / 1_000), place % 1_000];
  return new Date(ms).toISOString().replace("Z", `${String(us).padStart(3, "0")}Z`);
}

/**
 * Makes the conditions of a list's filter and appends the compared values. A condition that is not given is not in the
 * text: one that may be null would hide an index from the planner.
 */
export function listConditions(values: unknown[]) {
  return {
    given: (condition: string, value: unknown): string[] =>
      value === undefined ? [] : [`${condition} $${values.push(value)}`],
    /** `columns`: those of the list's order, its time and id. */
    after: (position: ListPosition | undefined, columns = "created_at, id"): string[] =>
      position === undefined
        ? []
        : [
            `(${columns}) < ($${values.push(timeOfPlace(position.place))}::timestamptz, $${values.push(position.id)})`,
          ],
  };
}

/** Selects the oldest row of each table that is full, newest first. */
export const oldestOfFull = (tables: readonly string[], most: number) =>
  `select created_at, id from (${tables
    .map(
      (table) =>
        `(select created_at, id from ${table} where (select count(*) from ${table}) = ${most} order by created_at, id limit 1)`,
    )
    .join(" union all ")}) oldest order by created_at desc, id desc`;

/**
 * Selects the last row of tables whose rows were compared with a text one by one, down to which all of them are complete;
 * none if no table is full. Older rows may match too, so a page that ends early continues there.
 */
export const lastCompared = (tables: readonly string[], most: number) => `
  select json_build_object('place', place, 'id', id)
    from (select id, ${placeColumn("created_at")} from (${oldestOfFull(tables, most)} limit 1) last) place`;

/** A list of an account, newest first. `time` and `id` are its columns of the order. */
export interface NewestFirst {
  readonly columns: string;
  readonly from: string;
  readonly where: string;
  readonly values: readonly unknown[];
  readonly time: string;
  readonly id: string;
}

/** Reads a page of a list, and how many items all pages have: one after the other, as a call holds one connection. */
export async function readNewestFirst<Row extends QueryResultRow>(
  database: Queryable,
  { columns, from, where, time, id, ...list }: NewestFirst,
  { limit, offset, after }: AskedWalk,
): Promise<ListPage<Row> & { readonly total: number }> {
  const values = [...list.values];
  const within = [where, ...listConditions(values).after(after, `${time}, ${id}`)].join(" and ");
  const found = await database.query<Row & ListPosition>(
    `select ${columns}, ${placeColumn(time)} from ${from} where ${within}
      order by ${time} desc, ${id} desc limit $${values.push(limit + 1)} offset $${values.push(offset)}`,
    values,
  );
  const counted = await database.query<{ total: number }>(
    `select count(*) as total from ${from} where ${where}`,
    [...list.values],
  );
  return { ...pageOfRows<Row>(found.rows, limit), total: counted.rows[0]?.total ?? 0 };
}
