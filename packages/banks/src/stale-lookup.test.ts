import type { lookup as systemLookup } from "node:dns";
import { createStaleLookup } from "./stale-lookup.ts";

type Lookup = typeof systemLookup;
type Callback = (error: Error | null, address: string, family: number) => void;

/** A resolver that returns when the test decides. */
function heldResolver() {
  const lookups: Callback[] = [];
  const lookup = ((_host: string, _options: object, callback: Callback) =>
    void lookups.push(callback)) as Lookup;
  const clock = { now: 0 };
  const staleLookup = createStaleLookup(lookup, () => clock.now);
  const find = () =>
    new Promise((resolve, reject) =>
      staleLookup("bank.test", {}, (error, address) => (error === null ? resolve(address) : reject(error))),
    );
  return { lookups, find, clock };
}

describe("looking up a host", () => {
  it("makes one lookup for all callers that need the first result", async () => {
    const { lookups, find } = heldResolver();
    const found = [find(), find(), find()];
    expect(lookups).toHaveLength(1);
    lookups[0]?.(null, "192.0.2.1", 4);
    expect(await Promise.all(found)).toEqual(["192.0.2.1", "192.0.2.1", "192.0.2.1"]);
    expect(await find()).toBe("192.0.2.1");
    expect(lookups).toHaveLength(1);
  });

  it("looks up again after a failure, which all waiting callers get", async () => {
    const { lookups, find } = heldResolver();
    const found = Promise.allSettled([find(), find()]);
    lookups[0]?.(new Error("no such host"), "", 0);
    expect((await found).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const again = find();
    lookups[1]?.(null, "192.0.2.1", 4);
    expect(await again).toBe("192.0.2.1");
  });

  it("returns an old address at once, and refreshes it once", async () => {
    const { lookups, find, clock } = heldResolver();
    const first = find();
    lookups[0]?.(null, "192.0.2.1", 4);
    await first;
    clock.now += 61_000;
    expect(await Promise.all([find(), find()])).toEqual(["192.0.2.1", "192.0.2.1"]);
    expect(await find()).toBe("192.0.2.1");
    expect(lookups).toHaveLength(2);
    lookups[1]?.(null, "192.0.2.2", 4);
    expect(await find()).toBe("192.0.2.2");
    expect(lookups).toHaveLength(2);
  });
});
