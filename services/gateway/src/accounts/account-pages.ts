import { inTransaction, type Pool, type PoolClient } from "@receipts/database";

/** A table and the columns after `user_id` of the index that it is read along; the last one names a row. */
export interface PagedTable {
  readonly table: string;
  readonly along: readonly string[];
  /** Before the first row. */
  readonly from: readonly string[];
  /** Only these rows; all of them unless told. Ours alone: nothing that a caller sent is ever in it. */
  readonly where?: string;
}

const PAGE = 500;

/**
 * Hands over all rows of an account page by page, each in a transaction of its own and looked at once, however many there
 * are. The rows of a page are locked: what others were about to write into them is there when `use` is called.
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
