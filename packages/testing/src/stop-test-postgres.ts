import { rm } from "node:fs/promises";
import { serviceRoles } from "@receipts/database";
import pg from "pg";
import { roleOf } from "./test-database.ts";

const DEPENDENT_OBJECTS = "2BP01";

/** Drops the template and the roles, and stops the embedded server if this run started it. */
export async function stopTestPostgres(): Promise<void> {
  const running = globalThis.testPostgres;
  if (running === undefined) return;
  const admin = new pg.Client({ connectionString: running.adminUrl });
  await admin.connect();
  await admin.query(`drop database ${running.template}`);
  const roles = serviceRoles.map((service) => roleOf(running.template, service).name);
  // A killed test leaves its database and its grants.
  await admin.query(`drop role ${roles.join(", ")}`).catch((error: { code?: string }) => {
    if (error.code !== DEPENDENT_OBJECTS) throw error;
  });
  await admin.end();
  await running.server?.stop();
  await rm(running.dataDir, { recursive: true, force: true });
}
