import { migrate } from "./migrate.ts";

const url = process.env["DATABASE_URL"];
if (url === undefined || url === "") {
  process.stderr.write("Bad configuration:\n  DATABASE_URL: PostgreSQL connection URL is required\n");
  process.exitCode = 1;
} else {
  const ran = await migrate(url);
  process.stdout.write(ran.length === 0 ? "The schema is up to date\n" : `Migrated: ${ran.join(", ")}\n`);
}
