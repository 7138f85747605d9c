import { createHash, randomUUID } from "node:crypto";
import type { ServiceRole } from "@receipts/database";
import { pause } from "@receipts/service-kit";
import pg from "pg";

export const ADMIN_URL_VARIABLE = "RECEIPTS_TEST_ADMIN_URL";
export const TEMPLATE_VARIABLE = "RECEIPTS_TEST_TEMPLATE";

export interface TestDatabase {
  /** As the owner. */
  readonly url: string;
  readonly pool: pg.Pool;
  /** Drops the database; fails when somebody still holds a connection, which is a leak. */
  drop(): Promise<void>;
}

/** The run's database role of a service, which every copy of the template has granted what that service needs. */
export function roleOf(template: string, service: ServiceRole): { name: string; password: string } {
  const name = `${template}_${service}`;
  // Any process of the run can tell it.
  return { name, password: createHash("sha256").update(name).digest("hex") };
}

/** The same database as a service connects to it. */
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

/** Of the test file that runs (`useTestDatabase`). */
export let database: TestDatabase;

/** Makes a database before the tests of a file, and drops it after them. */
export function useTestDatabase(): void {
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
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
        await pause(100);
      }
    }
  } finally {
    await client.end();
  }
}
