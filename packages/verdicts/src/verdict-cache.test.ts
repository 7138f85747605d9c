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
        isLive: () => true,
        onError: () => undefined,
      });
    const verifier = cacheOn();
    const gateway = cacheOn();
    await verifier.put("boa", "one", receipt);
    await verifier.put("boa", "two", receipt);
    expect(await gateway.get("boa", "one")).toEqual(receipt);

    isDown = true;
    await verifier.drop("boa", "one");
    await verifier.drop("boa", "two");
    isDown = false;
    expect(await verifier.get("boa", "one")).toBeUndefined();
    await until(async () => (await gateway.get("boa", "one")) === undefined);
    await until(async () => (await gateway.get("boa", "two")) === undefined);

    await verifier.put("boa", "one", receipt);
    expect(await verifier.get("boa", "one")).toEqual(receipt);
    await store.close();
  });

  it("returns no receipt of the sandbox once the bank itself is asked", async () => {
    const fastStore = createMemoryFastStore();
    const cacheOf = (isLive: boolean) =>
      createVerdictCache({ fastStore, ttlMs: 60_000, isLive: () => isLive, onError: () => undefined });
    await cacheOf(false).put("boa", "one", receipt);
    expect(await cacheOf(true).get("boa", "one")).toBeUndefined();
    expect(await cacheOf(false).get("boa", "one")).toEqual(receipt);
    await fastStore.close();
  });
});
