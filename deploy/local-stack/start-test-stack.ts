import startTestRun from "../../packages/testing/src/start-test-run.ts";
import { createLocalStack, type LocalStack, type StackAddresses } from "./local-stack.ts";
import { isStackKept } from "./stack-env.ts";

declare global {
  /** What this test run has started, and so stops. */
  var startedStack: LocalStack | undefined;
}

const variables = ["DATABASE_URL", "KAFKA_BROKERS", "REDIS_URL"] as const;

/**
 * Jest's global setup: the servers given in the environment, else the local stack, which is stopped after the run
 * unless `stack:up` has started it.
 */
async function startTestStack(): Promise<void> {
  if (variables.some((name) => !process.env[name])) {
    const addresses = await startStack();
    for (const name of variables) process.env[name] ||= addresses[name];
  }
  // Suites that run on either pair of drivers take these.
  process.env["TEST_DRIVERS"] = "real";
  await startTestRun();
}

async function startStack(): Promise<StackAddresses> {
  const stack = await createLocalStack();
  if (!isStackKept()) globalThis.startedStack = stack;
  return await stack.up();
}

export default startTestStack;
