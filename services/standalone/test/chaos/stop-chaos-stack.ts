import { expectNoSecretsInLogs } from "../../../../packages/testing/src/no-secrets-in-logs.ts";
import { openChaosStack } from "./chaos-stack.ts";

/** Jest's global teardown; the logs stay. Fails the run if a secret was logged. */
async function stopChaosStack(): Promise<void> {
  const stack = await openChaosStack();
  await stack.down({ wipe: true });
  await expectNoSecretsInLogs();
}

export default stopChaosStack;
