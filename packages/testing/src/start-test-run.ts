import { fileURLToPath } from "node:url";
import { startTestPostgres } from "./start-test-postgres.ts";
import { makeSuiteLogFolder } from "./suite-log.ts";

const COMPILE_CACHE = fileURLToPath(new URL("../../../node_modules/.cache/receipts-tests", import.meta.url));

/** Jest's global setup: a database server, a folder for logs, and a compile cache for processes under test. */
async function startTestRun(): Promise<void> {
  process.env["NODE_COMPILE_CACHE"] ??= COMPILE_CACHE;
  await makeSuiteLogFolder();
  await startTestPostgres();
}

export default startTestRun;
