import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { childEnvironment } from "@receipts/testing";
import { makeSuiteLogFolder } from "../../../../packages/testing/src/suite-log.ts";
import { logFolder, openChaosStack, repository } from "./chaos-stack.ts";

const run = promisify(execFile);

/** Jest's global setup: empty servers with every topic. */
async function startChaosStack(): Promise<void> {
  await makeSuiteLogFolder();
  const stack = await openChaosStack();
  await stack.down({ wipe: true });
  await rm(logFolder, { recursive: true, force: true });
  const { KAFKA_BROKERS } = await stack.up();
  const topics = path.join(repository, "packages/messaging/src/kafka/topics-main.ts");
  await run(process.execPath, ["--conditions=source", topics], {
    env: childEnvironment({ KAFKA_BROKERS }),
  });
}

export default startChaosStack;
