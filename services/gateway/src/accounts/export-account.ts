import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { type AccountTable, accountTables } from "./account-tables.ts";

const PAGE = 500;
/** Time for a person in a pager to read a page; the snapshot is held meanwhile. */
const READER_TIMEOUT = "1h";

/**
 * Writes all stored data of an account as JSON: a list of rows for each table, without secrets. It reads one snapshot,
 * page by page, so an account of any size fits into memory. `write` gets one line at a time. The audit row is written
 * before the first line, even if the export fails later.
 */
export async function exportAccount(
  pool: Pool,
  userId: string,
  options: {
    readonly actor: AuditActor;
    readonly write: (line: string) => Promise<void>;
    /** Tables that are left out. */
    readonly without?: readonly string[];
    /** Time to take a page; the snapshot is held meanwhile. */
    readonly readerTimeout?: string;
  },
): Promise<void> {
  const { without = [], readerTimeout = READER_TIMEOUT } = options;
  const tables = accountTables.filter(({ name }) => !without.includes(name));
  await recordAudit(pool, { userId, actor: options.actor, action: "account.exported", subject: userId });
  await inTransaction(pool, async (client) => {
    await client.query("set transaction isolation level repeatable read, read only");
    await client.query(`set local idle_in_transaction_session_timeout = '${readerTimeout}'`);
    await options.write("{");
    for (const [index, table] of tables.entries()) {
      await options.write(`${JSON.stringify(table.name)}: [`);
      await writeRows(client, userId, table, options.write);
      await options.write(index === tables.length - 1 ? "]" : "],");
    }
    await options.write("}");
  });
}

async function writeRows(
  client: PoolClient,
  userId: string,
  { name, rows = "t.user_id = $1", withheld = [], replaced = "'{}'" }: AccountTable,
  write: (line: string) => Promise<void>,
): Promise<void> {
  const condition = rows.replaceAll("$1", () => client.escapeLiteral(userId));
  // A withheld column is not read at all: kept files are megabytes each.
  const { rows: shown } = await client.query<{ column: string }>(
    `select quote_ident(attname) as column from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> all($2) order by attnum`,
    [name, withheld],
  );
  const columns = shown.map(({ column }) => `t.${column}`).join(", ");
  await client.query(
    `declare account_rows no scroll cursor for
       select (to_jsonb(x) || ${replaced})::text as row
         from ${name} t cross join lateral (select ${columns}) x where ${condition}`,
  );
  for (let separator = ""; ; ) {
    const page = await client.query<{ row: string }>(`fetch ${PAGE} from account_rows`);
    for (const { row } of page.rows) {
      await write(`${separator}${row}`);
      separator = ",";
    }
    if (page.rows.length < PAGE) break;
  }
  await client.query("close account_rows");
}
