import { rm } from "node:fs/promises";
import pg from "pg";

/** Drops the template, and stops what `startTestPostgres` has started. */
export async function stopTestPostgres(): Promise<void> {
  const running = globalThis.testPostgres;
  if (running === undefined) return;
  const admin = new pg.Client({ connectionString: running.adminUrl });
  await admin.connect();
  await admin.query(`drop database ${running.template}`);
  await admin.end();
  await running.server?.stop();
  await rm(running.dataDir, { recursive: true, force: true });
}
