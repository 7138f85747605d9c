import { newId } from "@receipts/contracts";
import { createServiceMetrics } from "@receipts/service-kit";
import { database, until, useTestDatabase } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { createAccount } from "../accounts/account-repository.ts";
import { createWatchPaymentTotals } from "./watch-payment-totals.ts";

useTestDatabase();

it("shows totals of the last hour that differ from its payments, until they are repaired", async () => {
  const metrics = createServiceMetrics({ processMetrics: false });
  const worker = createWatchPaymentTotals({ database: database.pool, log: testLog, metrics, everyMs: 20 });
  const shown = async () =>
    (await metrics.registry.getSingleMetric("payment_totals_mismatched")?.get())?.values[0]?.value;
  const { id } = await createAccount(database.pool, { email: "a@example.test", name: "a", credits: 10 });
  await database.pool.query(
    `insert into verification_requests
       (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified, result, requeue_after,
        deadline_at, http_request_id, created_at, completed_at)
     select $1, $2, 'cbe', 'FT1', 'k', 'MISS', 'completed', 'success', true, '{"decision":"accept"}', at, at, 'r', at, at
       from (select date_trunc('hour', now(), 'UTC') - interval '1 minute' as at) ended`,
    [newId("verification"), id],
  );
  const stopping = new AbortController();
  const running = worker.run(stopping.signal);
  try {
    await until(async () => (await shown()) === 1);
    await database.pool.query("insert into payment_totals select * from payment_differences($1)", [id]);
    await until(async () => (await shown()) === 0);
  } finally {
    stopping.abort();
    await running;
  }
});
