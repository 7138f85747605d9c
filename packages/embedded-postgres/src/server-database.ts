import pg from "pg";

export const DATABASE = "receipts";

export async function isResponding(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query("select 1"));
    return true;
  } catch {
    return false;
  }
}

/** Creates the `receipts` database if it is missing. */
export async function ensureDatabase(adminUrl: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
