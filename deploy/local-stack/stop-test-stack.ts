import stopTestPostgres from "../../packages/testing/src/stop-test-postgres.ts";

/** Jest's global teardown. */
async function stopTestStack(): Promise<void> {
  await stopTestPostgres();
  await globalThis.startedStack?.down();
}

export default stopTestStack;
