import { createServiceMetrics } from "@receipts/service-kit";
import { createTestDatabase, until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { queueMail } from "../src/mail/mail-repository.ts";
import { createMailWorker } from "../src/mail/send-mails.ts";

/** A mail server that sends a byte now and then exceeds no timeout of its connection. */
it("retries a mail that takes too long, and sends the next ones", async () => {
  const database = await createTestDatabase();
  const taken: string[] = [];
  const free = { consume: async () => ({ allowed: true, limit: 1, remaining: 1, resetMs: 0 }) };
  const worker = createMailWorker({
    pool: database.pool,
    prepare: async ({ kind }) => ({ kind, link: "https://receipts.test/" }),
    send: async ({ to }) => {
      if (to === "slow@example.test") await new Promise(() => undefined);
      taken.push(to);
    },
    limit: free,
    noticesOfAddress: free,
    log: testLog,
    metrics: createServiceMetrics({ processMetrics: false }),
    timeLimitMs: 50,
  });
  const emails = [...Array.from({ length: 6 }, () => "slow@example.test"), "quick@example.test"];
  for (const email of emails) await queueMail(database.pool, { kind: "password_changed", email, hours: 1 });
  const stop = new AbortController();
  const running = worker.run(stop.signal);
  await until(() => taken.includes("quick@example.test"));
  await until(async () => {
    const { rows } = await database.pool.query<{ waits: boolean }>(
      "select attempts = 1 and next_attempt_at between now() and now() + interval '6 seconds' as waits from mails",
    );
    return rows.length === 6 && rows.every(({ waits }) => waits);
  });
  stop.abort();
  await running;
  await database.drop();
});
