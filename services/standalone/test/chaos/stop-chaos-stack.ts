import { openChaosStack } from "./chaos-stack.ts";

/** Jest's global teardown; the logs stay. */
async function stopChaosStack(): Promise<void> {
  const stack = await openChaosStack();
  await stack.down({ wipe: true });
}

export default stopChaosStack;
