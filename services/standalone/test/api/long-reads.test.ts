import { until } from "@receipts/testing";
import { aPerson } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

useSystem({ verifiers: [] });

/** Each of these reads as much as an account has, and reads this table, which the history does not. */
it.each([
  ["/api/payments?search=1250+tufa", "deposit_submissions"],
  ["/api/deposits?q=tufa", "deposit_parts"],
  ["/api/audit", "audit_log"],
  ["/api/credits/transactions", "credit_transactions"],
  ["/api/credits/usage", "credit_purchases"],
  ["/api/reports/takings", "verification_resolutions"],
])("%s takes few connections: other calls are answered meanwhile", async (path, table) => {
  const people = await Promise.all(Array.from({ length: 8 }, async () => (await aPerson(system)).person));
  const { person: other } = await aPerson(system);
  const client = await system.database.pool.connect();
  try {
    await client.query("begin");
    await client.query(`lock table ${table} in access exclusive mode`);
    const reads = people.flatMap((person) =>
      Array.from({ length: 3 }, () => person("get", path).then(({ status }) => status)),
    );
    await until(async () => ((await system.metric("http_requests_in_flight")) ?? 0) >= reads.length);
    await other("get", "/api/verify/history").expect(200);
    await client.query("rollback");
    expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
  } finally {
    client.release();
  }
});
