import stopTestRun from "../../packages/testing/src/stop-test-run.ts";

/** Jest's global teardown. */
async function stopTestStack(): Promise<void> {
  try {
    await stopTestRun();
  } finally {
    await globalThis.startedStack?.down();
  }
}

export default stopTestStack;
