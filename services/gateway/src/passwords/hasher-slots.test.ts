import { createSlots, type HashingClient } from "./hasher-slots.ts";

/** Work that ends when all may: nothing here depends on how long a hash takes. */
function openQueue() {
  const runInSlot = createSlots(3, 64);
  const gate = Promise.withResolvers<string>();
  return {
    open: () => gate.resolve("hashed"),
    enter: (client: HashingClient) => runInSlot(client, () => gate.promise),
  };
}

const known = (id: string, account: string, network: string) => ({ id, account, network });

/** One slot of known clients, and the order in which their work begins. */
function openCounter() {
  const runInSlot = createSlots(1, 64);
  const gate = Promise.withResolvers<void>();
  const served: string[] = [];
  const enter = async (client: ReturnType<typeof known>) =>
    await runInSlot(client, async () => {
      await gate.promise;
      served.push(client.id);
    });
  return { enter, served, open: () => gate.resolve() };
}

const EIGHTY = Array.from({ length: 80 }, (_, index) => index);

async function refusalsOf(calls: readonly Promise<unknown>[]): Promise<readonly unknown[]> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
}

const ofClient = expect.objectContaining({ name: "HasherFull", ofClient: true });
const notOfClient = expect.objectContaining({ name: "HasherFull", ofClient: false });

/** The address of a network's many customers. */
const CARRIER = "192.0.2.1";

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
    const enter = async (client: HashingClient) =>
      await runInSlot(client, async () => {
        await gate.promise;
        served.push(typeof client === "string" ? client : client.id);
      });
    const addresses = Array.from({ length: 20 }, (_, index) => `203.0.113.${index}`);
    const flood = addresses.flatMap((address) => Array.from({ length: 4 }, () => enter(address)));
    const outcomes = Promise.allSettled(flood);
    const honest = [
      enter(known("owner", "shop", "198.51.100.2")),
      enter(known("cashier", "shop", "198.51.100.3")),
      enter("198.51.100.1"),
    ];
    gate.resolve();
    await Promise.all(honest);
    expect((await outcomes).filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(50);
    // One was being hashed before: the other place is not for strangers.
    expect(served.indexOf("owner")).toBeLessThanOrEqual(1);
    expect(served.indexOf("cashier")).toBeLessThanOrEqual(3);
    // After one of each address, not after all of each.
    expect(served.indexOf("198.51.100.1")).toBeLessThanOrEqual(2 + 2 + addresses.length);
  });

  /** Each is a till, or a browser known for a person: an account has hundreds. */
  it.each([
    ["one account at one address", () => ["theirs", "203.0.113.7"]],
    ["one account at many addresses", (nth: number) => ["theirs", `203.0.113.${nth}`]],
    ["many accounts at one address", (nth: number) => [`theirs-${nth}`, "203.0.113.7"]],
  ] as const)(
    "of another account at another address is served next, though eighty of %s wait",
    async (_who, of) => {
      const { enter, served, open } = openCounter();
      const flood = EIGHTY.map((nth) => {
        const [account = "", network = ""] = of(nth);
        return enter(known(`theirs-${nth}`, account, network));
      });
      const outcomes = Promise.allSettled(flood);
      const honest = enter(known("mine", "mine", "198.51.100.1"));
      open();
      await honest;
      // One was being hashed, and one of an account that had no turn may come before.
      expect(served.indexOf("mine")).toBeLessThanOrEqual(2);
      expect((await outcomes).filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(30);
    },
  );

  it("of another account at the same address, that of a carrier, is served next", async () => {
    const { enter, served, open } = openCounter();
    const carrier = "203.0.113.7";
    const flood = EIGHTY.map((nth) => enter(known(`theirs-${nth}`, nth % 2 === 0 ? "a" : "b", carrier)));
    const outcomes = Promise.allSettled(flood);
    const honest = enter(known("mine", "mine", carrier));
    open();
    await honest;
    // After one that was being hashed, and one of each account.
    expect(served.indexOf("mine")).toBeLessThanOrEqual(3);
    await outcomes;
  });

  it("leaves half of the places to other accounts", async () => {
    const { enter, open } = openCounter();
    const flood = EIGHTY.map((nth) => enter(known(`theirs-${nth}`, "theirs", `203.0.113.${nth}`)));
    const outcomes = Promise.allSettled(flood);
    open();
    expect((await outcomes).filter(({ status }) => status === "fulfilled")).toHaveLength(1 + 32);
  });

  /** All tills of a shop are behind one address, and two accounts flood: each refused call of theirs comes again. */
  describe.each([80, 20, 8, 1])("of a shop, while two accounts flood from %i addresses,", (addresses) => {
    const floodOf = (enter: ReturnType<typeof openCounter>["enter"]) =>
      EIGHTY.flatMap((nth) =>
        ["a", "b"].map((account, index) =>
          enter(known(`${account}-${nth}`, account, `203.0.113.${(2 * nth + index) % addresses}`)),
        ),
      );

    it.each([6, 3, 2])("is served at each of its %i tills", async (tills) => {
      const { enter, open } = openCounter();
      const before = Promise.allSettled(floodOf(enter));
      const honest = Array.from({ length: tills }, (_, till) =>
        enter(known(`till-${till}`, "shop", CARRIER)),
      );
      const after = Promise.allSettled(floodOf(enter));
      open();
      await Promise.all(honest);
      await Promise.all([before, after]);
    });

    it("is served at each of its six tills, and so is another shop behind the address of its carrier", async () => {
      const { enter, open } = openCounter();
      const before = Promise.allSettled(floodOf(enter));
      const honest = Array.from({ length: 6 }, (_, till) =>
        ["shop", "other"].map((shop) => enter(known(`${shop}-${till}`, shop, CARRIER))),
      ).flat();
      const after = Promise.allSettled(floodOf(enter));
      open();
      await Promise.all(honest);
      await Promise.all([before, after]);
    });

    it("is served though one of these accounts is behind the address of its carrier too", async () => {
      const { enter, open } = openCounter();
      const neighbours = () => EIGHTY.map((nth) => enter(known(`a-${nth}`, "a", CARRIER)));
      const before = Promise.allSettled([...floodOf(enter), ...neighbours()]);
      const honest = Array.from({ length: 6 }, (_, till) => enter(known(`till-${till}`, "shop", CARRIER)));
      const after = Promise.allSettled([...neighbours(), ...floodOf(enter)]);
      open();
      await Promise.all(honest);
      await Promise.all([before, after]);
    });
  });

  it.each([
    [
      "is not refused as one of too many of its account, if it makes room for accounts with fewer",
      "abcd",
      16,
      notOfClient,
    ],
    ["is refused as one of too many of its account, if that has all of its places", "ab", 32, ofClient],
  ] as const)("%s", async (_title, accounts, each, refusal) => {
    const { enter, open } = openCounter();
    const first = enter(known("first", "first", "198.51.100.1"));
    const crowds = [...accounts].flatMap((account) =>
      EIGHTY.slice(0, each).map((nth) => enter(known(`${account}-${nth}`, account, `203.0.113.${nth}`))),
    );
    const outcomes = refusalsOf(crowds);
    const another = enter(known("mine", "mine", "198.51.100.2"));
    open();
    await Promise.all([first, another]);
    expect(await outcomes).toEqual([refusal]);
  });

  it("is refused, not as one of too many of its account, if no account has more", async () => {
    const { enter, open } = openCounter();
    const first = enter(known("first", "first", "198.51.100.1"));
    const shops = EIGHTY.slice(0, 16).flatMap((shop) =>
      EIGHTY.slice(0, 4).map((till) => enter(known(`${shop}-${till}`, `shop-${shop}`, `203.0.113.${shop}`))),
    );
    const refused = refusalsOf([enter(known("0-4", "shop-0", "198.51.100.2"))]);
    open();
    await Promise.all([first, ...shops]);
    expect(await refused).toEqual([notOfClient]);
  });

  it("keeps its place, the only one of its account, while many accounts at one address have one each", async () => {
    const { enter, open } = openCounter();
    const floodOf = (kind: string) =>
      EIGHTY.map((nth) => enter(known(`${kind}-${nth}`, `${kind}-${nth}`, CARRIER)));
    const before = Promise.allSettled(floodOf("before"));
    const honest = enter(known("mine", "mine", "198.51.100.1"));
    const after = Promise.allSettled(floodOf("after"));
    open();
    await honest;
    await Promise.all([before, after]);
  });
});
