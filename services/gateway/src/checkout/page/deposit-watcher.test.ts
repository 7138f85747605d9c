import { silentLog } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { createDepositWatcher } from "./deposit-watcher.ts";
import type { WatchedDeposit } from "./page-repository.ts";

const aDeposit = (id: string): WatchedDeposit => ({
  id,
  status: "awaiting_payment",
  now: new Date(0),
  expiresAt: new Date(60_000),
  reviewExpiresAt: null,
  tries: 0,
  maxTries: 10,
  lateReceipt: null,
  lastError: null,
  eventCount: 1,
  isVerifying: false,
  isSuspended: false,
});

function aWatcher(options: { readonly failures?: number } = {}) {
  const asked: (readonly string[])[] = [];
  let failures = options.failures ?? 0;
  const watcher = createDepositWatcher({
    everyMs: 1,
    log: silentLog,
    findWatched: async (ids) => {
      asked.push(ids);
      failures -= 1;
      if (failures >= 0) throw new Error("the database is away");
      return ids.map(aDeposit);
    },
  });
  return { watcher, asked };
}

describe("watching deposits", () => {
  it("asks once for all, however many look at one", async () => {
    const { watcher, asked } = aWatcher();
    const seen: string[] = [];
    const stops = ["a", "a", "b"].map((id) => watcher.watch(id, () => seen.push(id)));
    await until(() => seen.length >= 3);
    expect(asked[0]).toEqual(["a", "b"]);
    expect(seen.slice(0, 3).sort()).toEqual(["a", "a", "b"]);
    for (const stop of stops) stop();
  });

  /** A page that nobody looks at must cost nothing. */
  it("asks no more when nobody looks, and again when somebody does", async () => {
    const { watcher, asked } = aWatcher();
    let seen = 0;
    const look = () => {
      seen += 1;
    };
    const stop = watcher.watch("a", look);
    await until(() => seen > 0);
    stop();
    const before = asked.length;
    const other = watcher.watch("b", look);
    await until(() => asked.length > before + 1);
    expect(asked.slice(before + 1).flat()).not.toContain("a");
    other();
  });

  it("goes on after a fault", async () => {
    const { watcher } = aWatcher({ failures: 2 });
    let seen = 0;
    const stop = watcher.watch("a", () => {
      seen += 1;
    });
    await until(() => seen > 0);
    stop();
  });
});
