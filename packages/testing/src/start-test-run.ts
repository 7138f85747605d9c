import { startTestPostgres } from "./start-test-postgres.ts";
import { makeSuiteLogFolder } from "./suite-log.ts";

/** Jest's global setup: a database server, and a place for what is logged. */
async function startTestRun(): Promise<void> {
  await makeSuiteLogFolder();
  await startTestPostgres();
}

export default startTestRun;
