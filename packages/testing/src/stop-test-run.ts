import { expectNoSecretsInLogs } from "./no-secrets-in-logs.ts";
import { stopTestPostgres } from "./stop-test-postgres.ts";

/** Jest's global teardown. Fails the run if a secret was logged. */
async function stopTestRun(): Promise<void> {
  await stopTestPostgres();
  await expectNoSecretsInLogs();
}

export default stopTestRun;
