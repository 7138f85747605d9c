import startTestPostgres from "../../packages/testing/src/start-test-postgres.ts";
import { createLocalStack, type LocalStack } from "./local-stack.ts";
import { readStackEnv } from "./stack-env.ts";

declare global {
  /** What this test run has started, and so stops. */
  var startedStack: LocalStack | undefined;
}

const variables = ["DATABASE_URL", "KAFKA_BROKERS", "REDIS_URL"] as const;

/** Jest's global setup: the servers given in the environment, else those of `stack:up`, else started for this run. */
async function startTestStack(): Promise<void> {
  if (variables.some((name) => !process.env[name])) {
    const found = readStackEnv();
    const addresses = variables.every((name) => found[name]) ? found : await startStack();
    for (const name of variables) process.env[name] ||= addresses[name] ?? "";
  }
  await startTestPostgres();
}

async function startStack(): Promise<Readonly<Record<string, string | undefined>>> {
  globalThis.startedStack = await createLocalStack();
  return { ...(await globalThis.startedStack.up()) };
}

export default startTestStack;
