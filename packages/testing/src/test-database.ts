import { randomUUID } from "node:crypto";
import pg from "pg";

export const ADMIN_URL_VARIABLE = "RECEIPTS_TEST_ADMIN_URL";
export const TEMPLATE_VARIABLE = "RECEIPTS_TEST_TEMPLATE";

export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Drops the database; fails when somebody still holds a connection, which is a leak. */
  drop(): Promise<void>;
}

export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A private copy of the migrated template, made in milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env[ADMIN_URL_VARIABLE];
  const template = process.env[TEMPLATE_VARIABLE];
  if (adminUrl === undefined || template === undefined) throw new Error("run the tests with `npm test`");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(adminUrl, `create database ${name} template ${template}`);
  const url = databaseUrl(adminUrl, name);
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      await asAdmin(adminUrl, `drop database ${name}`);
    },
  };
}

/** Twins that copy one template at the same moment may find it in use; that passes by itself. */
async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.query(statement);
        return;
      } catch (error) {
        const inUse = error instanceof Error && "code" in error && error.code === "55006";
        if (!inUse || attempt >= 20) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  } finally {
    await client.end();
  }
}
