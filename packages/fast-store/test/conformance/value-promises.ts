import type { Bench, SharedBench } from "./store-under-test.ts";

const minute = 60_000;

export const valuePromises = {
  async "returns the value that was set"({ store, unique }: Bench) {
    await store.set(unique("k"), "first", minute);
    expect(await store.get(unique("k"))).toBe("first");
    await store.set(unique("k"), "second", minute);
    expect(await store.get(unique("k"))).toBe("second");
  },

  async "returns undefined for a key that was never set"({ store, unique }: Bench) {
    expect(await store.get(unique("never"))).toBeUndefined();
  },

  async "distinguishes an empty value from none"({ store, unique }: Bench) {
    await store.set(unique("empty"), "", minute);
    expect(await store.get(unique("empty"))).toBe("");
  },

  async "stores keys and values byte for byte"({ store, unique }: Bench) {
    const texts = ["ማረጋገጫ ብር 🧾", 'line\nbreak\u0000 "quoted" \\', "__proto__", "x".repeat(64 * 1024)];
    for (const text of texts) await store.set(unique(text.slice(0, 100)), text, minute);
    for (const text of texts) expect(await store.get(unique(text.slice(0, 100)))).toBe(text);
  },

  async "expires a value after its time to live, and no other"({ store, unique, until }: Bench) {
    await store.set(unique("stays"), "long", minute);
    await store.set(unique("goes"), "short", 30);
    await until(async () => (await store.get(unique("goes"))) === undefined);
    expect(await store.get(unique("stays"))).toBe("long");
  },

  async "counts the time to live from the last set"({ store, unique, until }: Bench) {
    await store.set(unique("renewed"), "short", 30);
    await store.set(unique("witness"), "short", 30);
    await store.set(unique("renewed"), "long", minute);
    await until(async () => (await store.get(unique("witness"))) === undefined);
    expect(await store.get(unique("renewed"))).toBe("long");
  },

  async "deletes a value, also twice"({ store, unique }: Bench) {
    await store.set(unique("k"), "v", minute);
    await store.delete(unique("k"));
    expect(await store.get(unique("k"))).toBeUndefined();
    await expect(store.delete(unique("k"))).resolves.toBeUndefined();
  },

  async "refuses a time to live that is not a positive whole number of milliseconds"({
    store,
    unique,
  }: Bench) {
    for (const ttlMs of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(store.set(unique("k"), "v", ttlMs)).rejects.toBeInstanceOf(RangeError);
    }
  },
};

export const sharedValuePromises = {
  async "shares values between processes"({ store, other, unique }: SharedBench) {
    await store.set(unique("k"), "v", minute);
    expect(await other.get(unique("k"))).toBe("v");
    await other.delete(unique("k"));
    expect(await store.get(unique("k"))).toBeUndefined();
  },
};
