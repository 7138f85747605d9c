import { migrate, serviceRoles } from "@receipts/database";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@receipts/embedded-postgres";
import pg from "pg";
import { makeTestDataFolder } from "./test-data-folder.ts";
import { ADMIN_URL_VARIABLE, databaseUrl, roleOf, TEMPLATE_VARIABLE } from "./test-database.ts";

declare global {
  var testPostgres:
    | { server: EmbeddedPostgres | undefined; adminUrl: string; template: string; dataDir: string }
    | undefined;
}

/**
 * Prepares one server for the whole run (`DATABASE_URL`, or an embedded one): a migrated template, and a role for each
 * service, named after the template.
 */
export async function startTestPostgres(): Promise<void> {
  const given = process.env["DATABASE_URL"];
  const dataDir = await makeTestDataFolder();
  const server = given === undefined ? await startServer(dataDir) : undefined;
  const adminUrl = given ?? server?.adminUrl ?? "";
  const template = `template_${process.pid}_${Date.now()}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${template}`);
  const roles = serviceRoles.map((service) => [service, roleOf(template, service)] as const);
  for (const [, { name, password }] of roles)
    await admin.query(`create role ${name} login password '${password}'`);
  await admin.end();
  await migrate(databaseUrl(adminUrl, template), {
    roles: Object.fromEntries(roles.map(([service, { name }]) => [service, name])),
  });
  process.env[ADMIN_URL_VARIABLE] = adminUrl;
  process.env[TEMPLATE_VARIABLE] = template;
  globalThis.testPostgres = { server, adminUrl, template, dataDir };
}

async function startServer(dataDir: string): Promise<EmbeddedPostgres> {
  return await startEmbeddedPostgres({
    dataDir,
    // This data does not outlive the run, so durability would only slow it down. Crash safety has its own tests. A run
    // opens thousands of connections, each with a password, to hundreds of databases that live for seconds.
    settings: { fsync: "off", max_connections: "800", scram_iterations: "1", autovacuum_naptime: "1h" },
  });
}
