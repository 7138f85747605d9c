import { RoleUnusable } from "./grant-to-app-role.ts";
import { migrate } from "./migrate.ts";

const url = process.env["DATABASE_URL"];
const appRole = process.env["APP_DATABASE_ROLE"] ?? "";
if (url === undefined || url === "") {
  process.stderr.write("Bad configuration:\n  DATABASE_URL: PostgreSQL connection URL is required\n");
  process.exitCode = 1;
} else {
  try {
    const ran = await migrate(url, appRole === "" ? {} : { appRole });
    process.stdout.write(ran.length === 0 ? "The schema is up to date\n" : `Migrated: ${ran.join(", ")}\n`);
    if (appRole !== "") process.stdout.write(`Granted to ${appRole}: what the services need\n`);
  } catch (error) {
    if (!(error instanceof RoleUnusable)) throw error;
    process.stderr.write(`Bad configuration:\n  ${error.message}\n`);
    process.exitCode = 1;
  }
}
