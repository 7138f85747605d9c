import type { Receipt } from "@receipts/banks";
import type { Santim } from "@receipts/contracts";
import { createMemoryFastStore } from "@receipts/fast-store";
import { until } from "@receipts/testing";
import { createVerdictCache } from "./verdict-cache.ts";

const receipt: Receipt = {
  referenceNumber: "DJ50000001",
  paymentStatus: "completed",
  amount: 125_000n as Santim,
  currency: "ETB",
  senderName: "Payer",
  receiverName: "Shop",
  receiverAccount: "0911223344",
  paidAt: new Date("2026-06-01T21:05:00.000Z"),
};

describe("the verdict cache", () => {
  /** The bank reversed the payment: goods must not leave because of yesterday's verdict. */
  it("never again returns a dropped verdict, even after a long outage of its store", async () => {
    const store = createMemoryFastStore();
    let isDown = false;
    const unlessDown = async <T>(call: () => Promise<T>) => {
      if (isDown) throw new Error("away");
      return await call();
    };
    const cacheOn = () =>
      createVerdictCache({
        fastStore: {
          get: (key) => unlessDown(() => store.get(key)),
          set: (key, value, ttlMs) => unlessDown(() => store.set(key, value, ttlMs)),
          delete: (key) => unlessDown(() => store.delete(key)),
        },
        ttlMs: 60_000,
        onError: () => undefined,
      });
    const verifier = cacheOn();
    const gateway = cacheOn();
    await verifier.put("one", receipt);
    await verifier.put("two", receipt);
    expect(await gateway.get("one")).toEqual(receipt);

    isDown = true;
    await verifier.drop("one");
    await verifier.drop("two");
    isDown = false;
    expect(await verifier.get("one")).toBeUndefined();
    await until(async () => (await gateway.get("one")) === undefined);
    await until(async () => (await gateway.get("two")) === undefined);

    await verifier.put("one", receipt);
    expect(await verifier.get("one")).toEqual(receipt);
    await store.close();
  });
});
