import type { lookup as systemLookup } from "node:dns";
import { createStaleLookup } from "./stale-lookup.ts";

type Lookup = typeof systemLookup;
type Answer = (error: Error | null, address: string, family: number) => void;

/** A resolver that answers when a test says so. */
function heldResolver() {
  const asked: Answer[] = [];
  const lookup = ((_host: string, _options: object, answer: Answer) => void asked.push(answer)) as Lookup;
  const clock = { now: 0 };
  const staleLookup = createStaleLookup(lookup, () => clock.now);
  const find = () =>
    new Promise((resolve, reject) =>
      staleLookup("bank.test", {}, (error, address) => (error === null ? resolve(address) : reject(error))),
    );
  return { asked, find, clock };
}

describe("looking up a host", () => {
  it("asks once for all who need the first answer", async () => {
    const { asked, find } = heldResolver();
    const found = [find(), find(), find()];
    expect(asked).toHaveLength(1);
    asked[0]?.(null, "192.0.2.1", 4);
    expect(await Promise.all(found)).toEqual(["192.0.2.1", "192.0.2.1", "192.0.2.1"]);
    expect(await find()).toBe("192.0.2.1");
    expect(asked).toHaveLength(1);
  });

  it("asks anew after a failure, which all who waited are told", async () => {
    const { asked, find } = heldResolver();
    const found = Promise.allSettled([find(), find()]);
    asked[0]?.(new Error("no such host"), "", 0);
    expect((await found).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const again = find();
    asked[1]?.(null, "192.0.2.1", 4);
    expect(await again).toBe("192.0.2.1");
  });

  it("gives an old address at once, and asks for a newer one a single time", async () => {
    const { asked, find, clock } = heldResolver();
    const first = find();
    asked[0]?.(null, "192.0.2.1", 4);
    await first;
    clock.now += 61_000;
    expect(await Promise.all([find(), find()])).toEqual(["192.0.2.1", "192.0.2.1"]);
    expect(await find()).toBe("192.0.2.1");
    expect(asked).toHaveLength(2);
    asked[1]?.(null, "192.0.2.2", 4);
    expect(await find()).toBe("192.0.2.2");
    expect(asked).toHaveLength(2);
  });
});
