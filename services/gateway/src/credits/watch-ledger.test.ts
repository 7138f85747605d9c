import { createServiceMetrics } from "@receipts/service-kit";
import { database, until, useTestDatabase } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { createAccount } from "../accounts/account-repository.ts";
import { createWatchLedger } from "./watch-ledger.ts";
import { grantCredits } from "./write-ledger.ts";

useTestDatabase();

it("shows an account whose balance does not match its ledger, until it is corrected", async () => {
  const metrics = createServiceMetrics({ processMetrics: false });
  const worker = createWatchLedger({ database: database.pool, log: testLog, metrics, everyMs: 20 });
  const shown = async () =>
    (await metrics.registry.getSingleMetric("credit_accounts_mismatched")?.get())?.values[0]?.value;
  const { id } = await createAccount(database.pool, { email: "a@example.test", name: "a", credits: 10 });
  await createAccount(database.pool, { email: "b@example.test", name: "b", credits: 0 });
  await grantCredits(database.pool, id, 5, "more");
  const stopping = new AbortController();
  const running = worker.run(stopping.signal);
  try {
    await database.pool.query("update credit_accounts set balance = 16 where user_id = $1", [id]);
    await until(async () => (await shown()) === 1);
    await database.pool.query("update credit_accounts set balance = 15 where user_id = $1", [id]);
    await until(async () => (await shown()) === 0);
  } finally {
    stopping.abort();
    await running;
  }
});
