import { inTransaction, type Pool, type PoolClient } from "@receipts/database";

/** A table, and the columns after `user_id` of the index for paging; the last one identifies a row. */
export interface PagedTable {
  readonly table: string;
  readonly along: readonly string[];
  /** Sorts before the first row. */
  readonly from: readonly string[];
  /** Filters the rows; default: all. Only constants of ours, never input of a caller. */
  readonly where?: string;
}

const PAGE = 500;

/**
 * Passes all rows of an account to `use`, page by page, each in its own transaction and only once, for any number of
 * rows. The rows of a page are locked first, so `use` sees the result of concurrent writes.
 */
export async function forEachPage(
  pool: Pool,
  userId: string,
  paged: PagedTable,
  use: (client: PoolClient, keys: readonly string[]) => Promise<void>,
): Promise<void> {
  let last: readonly string[] | undefined = paged.from;
  while (last !== undefined) {
    const after: readonly string[] = last;
    last = await inTransaction(pool, async (client) => {
      const rows = await lockPage(client, userId, paged, after);
      if (rows.length > 0)
        await use(
          client,
          rows.map((row) => row.at(-1) ?? ""),
        );
      return rows.length < PAGE ? undefined : rows.at(-1);
    });
  }
}

async function lockPage(
  client: PoolClient,
  userId: string,
  { table, along, where = "true" }: PagedTable,
  after: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const columns = along.join(", ");
  const { rows } = await client.query<string[]>({
    rowMode: "array",
    text: `select ${along.map((column) => `${column}::text`).join(", ")} from ${table}
            where user_id = $1 and ${where} and (${columns}) > (${along.map((_, n) => `$${n + 3}`).join(", ")})
            order by ${columns} limit $2 for update`,
    values: [userId, PAGE, ...after],
  });
  return rows;
}
