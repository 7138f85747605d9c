import fc from "fast-check";
import { createExpiringMap } from "./expiring-map.ts";

describe("the expiring map", () => {
  it("returns a value until the millisecond in which it expires", () => {
    let now = 1_000;
    const map = createExpiringMap(10, () => now);
    map.set("k", "v", 50);
    now = 1_049;
    expect(map.get("k")).toBe("v");
    now = 1_050;
    expect(map.get("k")).toBeUndefined();
    expect(map.size()).toBe(0);
  });

  it("evicts the key that was set longest ago", () => {
    const map = createExpiringMap(2, () => 0);
    map.set("a", "1", 100);
    map.set("b", "2", 100);
    map.set("a", "3", 100);
    map.set("c", "4", 100);
    expect([map.get("a"), map.get("b"), map.get("c")]).toEqual(["3", undefined, "4"]);
  });

  it("never exceeds its bound, and always has the last key set", () => {
    const sets = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e", "f"), fc.string()));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), sets, (maxEntries, steps) => {
        const map = createExpiringMap(maxEntries, () => 0);
        for (const [key, value] of steps) {
          map.set(key, value, 1);
          expect(map.size()).toBeLessThanOrEqual(maxEntries);
          expect(map.get(key)).toBe(value);
        }
      }),
    );
  });
});
