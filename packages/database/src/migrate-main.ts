import { exitWithFault, readConfiguration } from "@receipts/service-kit";
import { asStartFault } from "./database-fault.ts";
import { checkDatabaseUrl } from "./database-url.ts";
import { migrate } from "./migrate.ts";
import { migrationSettings } from "./migration-settings.ts";

try {
  const config = readConfiguration(migrationSettings, process.env);
  checkDatabaseUrl(config);
  const granted = {
    appRole: config.APP_DATABASE_ROLE,
    roles: {
      gateway: config.GATEWAY_DATABASE_ROLE,
      verifier: config.VERIFIER_DATABASE_ROLE,
      dispatcher: config.DISPATCHER_DATABASE_ROLE,
    },
  };
  const ran = await migrate(config.DATABASE_URL.reveal(), granted);
  process.stdout.write(ran.length === 0 ? "The schema is up to date\n" : `Migrated: ${ran.join(", ")}\n`);
  if (granted.appRole !== undefined)
    process.stdout.write(`Granted to ${granted.appRole}: the privileges of all services\n`);
  for (const [service, role] of Object.entries(granted.roles)) {
    if (role !== undefined) process.stdout.write(`Granted to ${role}: the privileges of the ${service}\n`);
  }
} catch (error) {
  exitWithFault(asStartFault(error));
}
