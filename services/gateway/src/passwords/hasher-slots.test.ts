import { createSlots, knownClient } from "./hasher-slots.ts";

/** Work that ends when all may: nothing here depends on how long a hash takes. */
function openQueue() {
  const runInSlot = createSlots(3, 64);
  const gate = Promise.withResolvers<string>();
  return {
    open: () => gate.resolve("hashed"),
    enter: (client: string) => runInSlot(client, () => gate.promise),
  };
}

async function refusalsOf(calls: readonly Promise<string>[]): Promise<readonly unknown[]> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
}

const ofClient = expect.objectContaining({ name: "HasherFull", ofClient: true });

describe("a password that waits to be hashed", () => {
  /** Two run and four wait: the other places are free for other clients. */
  it("waits behind at most four of one client", async () => {
    const { enter, open } = openQueue();
    const one = Array.from({ length: 8 }, () => enter("203.0.113.7"));
    const another = enter("203.0.113.8");
    open();
    expect(await refusalsOf(one)).toEqual([ofClient, ofClient]);
    expect(await another).toBe("hashed");
  });

  it("waits behind at most twenty of all clients of one proxy", async () => {
    const { enter, open } = openQueue();
    const those = Array.from({ length: 25 }, (_, index) => enter(`203.0.113.7|198.51.100.${index}`));
    const another = enter("203.0.113.8");
    open();
    expect(await refusalsOf(those)).toEqual([ofClient, ofClient, ofClient]);
    expect(await another).toBe("hashed");
  });

  it("of a stranger is served, and one of a known browser or signed-in person at once, during a flood from twenty addresses", async () => {
    const runInSlot = createSlots(2, 64);
    const gate = Promise.withResolvers<void>();
    const served: string[] = [];
    const enter = async (client: string) =>
      await runInSlot(client, async () => {
        await gate.promise;
        served.push(client);
      });
    const addresses = Array.from({ length: 20 }, (_, index) => `203.0.113.${index}`);
    const flood = addresses.flatMap((address) => Array.from({ length: 4 }, () => enter(address)));
    const outcomes = Promise.allSettled(flood);
    const honest = [enter(knownClient("owner")), enter(knownClient("cashier")), enter("198.51.100.1")];
    gate.resolve();
    await Promise.all(honest);
    expect((await outcomes).filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(50);
    // One was being hashed before: the other place is not for strangers.
    expect(served.indexOf(knownClient("owner"))).toBeLessThanOrEqual(1);
    expect(served.indexOf(knownClient("cashier"))).toBeLessThanOrEqual(3);
    // After one of each address, not after all of each.
    expect(served.indexOf("198.51.100.1")).toBeLessThanOrEqual(2 + 2 + addresses.length);
  });
});
