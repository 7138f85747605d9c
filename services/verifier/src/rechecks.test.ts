import { createFairSlots, silentLog } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import type { UnfinishedRequest } from "./claim-repository.ts";
import { createRechecks } from "./rechecks.ts";

const never = new AbortController().signal;
const BACKLOG = 50;

/** A look holds the only place for looks while it waits for a slot of the bank. */
it("a look of an account with a backlog keeps no look of another account waiting", async () => {
  const slots = createFairSlots(1);
  const started: string[] = [];
  const work = async (account: string, name: string) => {
    using _slot = await slots.acquire(account, never);
    started.push(name);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const rechecks = createRechecks({
    slots,
    concurrency: 1,
    breaker: { admits: () => true },
    verifyReceipt: async (id) => void started.push(id),
    park: async () => undefined,
    log: silentLog,
  });
  const backlog = Array.from({ length: BACKLOG }, (_, nth) => work("busy", `busy ${nth}`));
  for (const userId of ["busy", "small"])
    rechecks.add({ id: `look of ${userId}`, userId, receiptKey: "key" } as UnfinishedRequest);
  await Promise.all(backlog);
  await until(() => started.includes("look of small"));
  expect(started.indexOf("look of small")).toBeLessThan(10);
  rechecks.stop();
});
