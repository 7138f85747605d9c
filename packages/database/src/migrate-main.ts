import { ConfigurationError, readConfiguration } from "@receipts/service-kit";
import { RoleUnusable } from "./grant-to-app-role.ts";
import { migrate } from "./migrate.ts";
import { migrationSettings } from "./migration-settings.ts";

try {
  const { DATABASE_URL, APP_DATABASE_ROLE } = readConfiguration(migrationSettings, process.env);
  const ran = await migrate(
    DATABASE_URL.reveal(),
    APP_DATABASE_ROLE === undefined ? {} : { appRole: APP_DATABASE_ROLE },
  );
  process.stdout.write(ran.length === 0 ? "The schema is up to date\n" : `Migrated: ${ran.join(", ")}\n`);
  if (APP_DATABASE_ROLE !== undefined)
    process.stdout.write(`Granted to ${APP_DATABASE_ROLE}: what the services need\n`);
} catch (error) {
  if (error instanceof RoleUnusable) process.stderr.write(`Bad configuration:\n  ${error.message}\n`);
  else if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`);
  else throw error;
  process.exitCode = 1;
}
