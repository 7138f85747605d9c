import { createTurns } from "./turns.ts";

/** Starts a task for each owner, in this order; returns the order in which they ran. `costs`: of a task of each. */
async function orderOf(owners: string, costs: Readonly<Record<string, number>> = {}): Promise<string> {
  const turns = createTurns();
  let order = "";
  await Promise.all(
    Array.from(owners, (owner) =>
      turns.take(owner, async (spend) => {
        order += owner;
        spend(costs[owner] ?? 1);
        await Promise.resolve();
      }),
    ),
  );
  return order;
}

describe("turns", () => {
  it.each([
    ["tasks of one owner in the order in which they came", "aaaa", {}, "aaaa"],
    ["an owner after at most one task of another, however many wait", "aaaaaaaab", {}, "abaaaaaaa"],
    ["two owners in turn", "aaaabbbb", {}, "abababab"],
    ["several tasks of an owner for one that costs as much", "aaabbbbbb", { a: 3 }, "abbbabbba"],
    ["owners of equal use in the order in which they came", "cba", {}, "cba"],
  ])("run %s", async (_what, owners, costs, order) => {
    expect(await orderOf(owners, costs)).toBe(order);
  });

  it("of an owner's parts come in turn, and cost the other owners nothing", async () => {
    const turns = createTurns();
    let order = "";
    const take = (owner: string, part: string) =>
      turns.take([owner, part], async (spend) => {
        order += part;
        spend(1);
        await Promise.resolve();
      });
    const crowd = Array.from("ppppppkqo", (part) => take(part === "o" ? "other" : "shop", part));
    await Promise.all(crowd);
    expect(order).toBe("pokqppppp");
  });

  it("run one task at a time, also after one that failed", async () => {
    const turns = createTurns();
    let [running, most] = [0, 0];
    const task = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      throw new Error("broken");
    };
    const ended = await Promise.allSettled(["a", "b", "a"].map((owner) => turns.take(owner, task)));
    expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(most).toBe(1);
  });

  it("drop a task that still waits when its signal is aborted, and run the others", async () => {
    const turns = createTurns();
    const [first, ran] = [Promise.withResolvers<void>(), [] as string[]];
    const leaving = new AbortController();
    const take = (name: string, signal?: AbortSignal) =>
      turns.take(
        "a",
        async () => {
          ran.push(name);
          if (name === "first") await first.promise;
        },
        signal,
      );
    const tasks = [take("first", leaving.signal), take("left", leaving.signal), take("last")];
    leaving.abort(new Error("left"));
    first.resolve();
    const ended = await Promise.allSettled(tasks);
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(ran).toEqual(["first", "last"]);
    await expect(take("never", leaving.signal)).rejects.toThrow("left");
  });

  it("give no credit for a rest: an owner who comes late takes turns with those who wait", async () => {
    const turns = createTurns();
    let order = "";
    const task = (owner: string) => async (spend: (cpuMs: number) => void) => {
      order += owner;
      spend(1);
      if (order.length === 4) late.push(...["b", "b", "b"].map((other) => turns.take(other, task(other))));
    };
    const late: Promise<void>[] = [];
    await Promise.all(Array.from("aaaaaaaa", (owner) => turns.take(owner, task(owner))));
    await Promise.all(late);
    expect(order).toBe("aaaabababaa");
  });
});
