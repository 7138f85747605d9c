/** A larger page would delay all other calls. A page has at least one item, of any size. */
const MOST_PAGE_BYTES = 512 * 1024;

interface Counted {
  readonly found: number;
  readonly bytes: number;
  readonly bytesBefore: number;
}

export type CountedRow<Row> = Row & Counted;

/** A page, and whether the list continues. */
export interface ShortenedPage<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/**
 * The end of a statement `with page as (…),`: selects its first rows that are short enough together. `page` has one row more
 * than the limit, and the size of each as `bytes`.
 */
export const shortened = (order: string): string => `counted as (
  select page.*, count(*) over () as found, sum(bytes) over (order by ${order}) - bytes as "bytesBefore" from page
)
select * from counted where "bytesBefore" < ${MOST_PAGE_BYTES} order by ${order}`;

/** `limit`: of the page; the rows are those of `shortened`. */
export function pageOf<Row extends object>(
  rows: readonly CountedRow<Row>[],
  limit: number,
): ShortenedPage<Omit<Row, keyof Counted>> {
  const items = rows
    .slice(0, limit)
    .map(({ found: _found, bytes: _bytes, bytesBefore: _before, ...row }) => row);
  return { items, hasMore: items.length < (rows[0]?.found ?? 0) };
}
