import { setImmediate as nextTick } from "node:timers/promises";
import { describeFastStoreConformance } from "../../test/conformance/fast-store-conformance.ts";
import { createMemoryFastStore } from "./memory-fast-store.ts";

describeFastStoreConformance("the memory store", async () => {
  const store = createMemoryFastStore({ onListenerError: () => {} });
  return {
    store,
    outage: {
      begin: async () => store.setAvailable(false),
      end: async () => store.setAvailable(true),
    },
  };
});

describe("the memory store", () => {
  it("reports errors of listeners, and continues", async () => {
    const errors: unknown[] = [];
    const error = new Error("broken");
    const store = createMemoryFastStore({ onListenerError: (error) => void errors.push(error) });
    await store.subscribe("c", () => {
      throw error;
    });
    await store.publish("c", "m");
    await nextTick();
    expect(errors).toEqual([error]);
  });

  it("holds at most maxEntries keys", async () => {
    const store = createMemoryFastStore({ maxEntries: 10 });
    for (let i = 0; i < 100; i += 1) await store.set(String(i), "v", 60_000);
    const found = await Promise.all(Array.from({ length: 100 }, (_, i) => store.get(String(i))));
    expect(found.filter((value) => value !== undefined)).toHaveLength(10);
  });
});
