import { createFairSlots } from "./fair-slots.ts";

const never = new AbortController().signal;

/** Runs work in a slot, as the consumer does. */
function openSlots(count: number, perAccount?: number) {
  const slots = createFairSlots(count, perAccount);
  return {
    ...slots,
    async run<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      using _slot = await slots.acquire(account, signal);
      return await work();
    },
  };
}

/** Work that ends when the test calls `end`. */
function controlledWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const nextTick = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    await nextTick();
    ends.get(name)?.();
    await nextTick();
  };
  return { started, work, end };
}

describe("slots shared between accounts", () => {
  it("start the only request of one account before 1,000 of another", async () => {
    const { started, work, end } = controlledWork();
    const slots = openSlots(1);
    for (let nth = 0; nth < 1_000; nth += 1) void slots.run("busy", never, work(`busy ${nth}`));
    void slots.run("small", never, work("small"));
    await end("busy 0");
    await end("busy 1");
    expect(started).toEqual(["busy 0", "busy 1", "small"]);
  });

  it("are not all one account's, if it may have some only", async () => {
    const { started, work, end } = controlledWork();
    const slots = openSlots(4, 2);
    for (let nth = 0; nth < 5; nth += 1) void slots.run("busy", never, work(`busy ${nth}`));
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual(["busy 0", "busy 1"]);
    void slots.run("small", never, work("small"));
    await end("busy 0");
    expect(started).toEqual(["busy 0", "busy 1", "small", "busy 2"]);
  });

  it("keep the order within an account", async () => {
    const { started, work, end } = controlledWork();
    const slots = openSlots(1);
    for (const name of ["first", "second", "third"]) void slots.run("a", never, work(name));
    await end("first");
    await end("second");
    expect(started).toEqual(["first", "second", "third"]);
  });

  it("are all used, and never exceeded", async () => {
    const { started, work } = controlledWork();
    const slots = openSlots(3);
    for (const name of ["1", "2", "3", "4", "5"]) void slots.run(name, never, work(name));
    expect(started).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual(["1", "2", "3"]);
  });

  it("reject waiting work at once when it is revoked, and start the next", async () => {
    const { started, work, end } = controlledWork();
    const slots = openSlots(1);
    const revoked = new AbortController();
    void slots.run("a", never, work("at work"));
    const waiting = slots.run("b", revoked.signal, work("revoked"));
    void slots.run("c", never, work("next"));
    revoked.abort(new Error("the partition was revoked"));
    await expect(waiting).rejects.toThrow("the partition was revoked");
    await end("at work");
    expect(started).toEqual(["at work", "next"]);
  });

  it("reject waiting work when the process drains, and let started work continue", async () => {
    const { started, work } = controlledWork();
    const slots = openSlots(1);
    void slots.run("a", never, work("at work"));
    const waiting = slots.run("b", never, work("waiting"));
    await new Promise((resolve) => setImmediate(resolve));
    const reason = new Error("the process stops");
    slots.close(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(slots.run("c", never, work("late"))).rejects.toBe(reason);
    expect(started).toEqual(["at work"]);
  });

  it("are freed when work fails", async () => {
    const slots = openSlots(1);
    await expect(slots.run("a", never, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    await expect(slots.run("b", never, () => Promise.resolve("done"))).resolves.toBe("done");
  });
});
