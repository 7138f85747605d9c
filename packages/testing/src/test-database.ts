import { createHash, randomUUID } from "node:crypto";
// Also sets how values are read: otherwise counts would be numbers only in processes where other code loaded it.
import "@receipts/database";
import type { ServiceRole } from "@receipts/database";
import { pause } from "@receipts/service-kit";
import pg from "pg";

export const ADMIN_URL_VARIABLE = "RECEIPTS_TEST_ADMIN_URL";
export const TEMPLATE_VARIABLE = "RECEIPTS_TEST_TEMPLATE";

export interface TestDatabase {
  /** Connects as the owner. */
  readonly url: string;
  readonly pool: pg.Pool;
  /** Drops the database; fails if a connection is still open, which is a leak. */
  drop(): Promise<void>;
}

/** The run's database role of a service; every copy of the template grants it what the service needs. */
export function roleOf(template: string, service: ServiceRole): { name: string; password: string } {
  const name = `${template}_${service}`;
  // Derived, so that every process of the run knows it.
  return { name, password: createHash("sha256").update(name).digest("hex") };
}

/** Returns the same database's URL with a service's own role. */
export function asService(url: string, service: ServiceRole): string {
  const template = process.env[TEMPLATE_VARIABLE];
  if (template === undefined) throw new Error("run the tests with `npm test`");
  const { name, password } = roleOf(template, service);
  return Object.assign(new URL(url), { username: name, password }).href;
}

export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates a private copy of the migrated template, in milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env[ADMIN_URL_VARIABLE];
  const template = process.env[TEMPLATE_VARIABLE];
  if (adminUrl === undefined || template === undefined) throw new Error("run the tests with `npm test`");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`);
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

/** The database of the running test file; set by `useTestDatabase`. */
export let database: TestDatabase;

/** Creates a database before the tests of a file and drops it after them. */
export function useTestDatabase(): void {
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
}

/** Retries: two workers that copy the template at the same moment find it in use. */
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
        await pause(100);
      }
    }
  } finally {
    await client.end();
  }
}
