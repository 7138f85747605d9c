import startTestRun from "../../packages/testing/src/start-test-run.ts";
import { createLocalStack, type LocalStack, type StackAddresses } from "./local-stack.ts";
import { isStackPersistent } from "./stack-env.ts";

declare global {
  /** Set if this test run started the stack and so must stop it. */
  var startedStack: LocalStack | undefined;
}

const variables = ["DATABASE_URL", "KAFKA_BROKERS", "REDIS_URL"] as const;

/**
 * Jest's global setup. Uses the servers named in the environment, else the local stack, which is stopped after the run
 * unless `stack:up` started it.
 */
async function startTestStack(): Promise<void> {
  if (variables.some((name) => !process.env[name])) {
    const addresses = await startStack();
    for (const name of variables) process.env[name] ||= addresses[name];
  }
  // Suites that can run on either pair of drivers use the real ones.
  process.env["TEST_DRIVERS"] = "real";
  await startTestRun();
}

async function startStack(): Promise<StackAddresses> {
  const stack = await createLocalStack();
  if (!isStackPersistent()) globalThis.startedStack = stack;
  return await stack.up();
}

export default startTestStack;
