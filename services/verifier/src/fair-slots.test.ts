import { MessageNotStarted } from "@receipts/messaging";
import { createFairSlots } from "./fair-slots.ts";

const never = new AbortController().signal;

/** With work done in a place as the consumer does it. */
function openSlots(count: number) {
  const slots = createFairSlots(count);
  return {
    ...slots,
    async run<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      using _place = await slots.take(account, signal);
      return await work();
    },
  };
}

/** Work that ends when it is told to. */
function controlled() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    await turn();
    ends.get(name)?.();
    await turn();
  };
  return { started, work, end };
}

describe("places shared between accounts", () => {
  it("lets an account that has one request pass a thousand of another's", async () => {
    const { started, work, end } = controlled();
    const slots = openSlots(1);
    for (let nth = 0; nth < 1_000; nth += 1) void slots.run("busy", never, work(`busy ${nth}`));
    void slots.run("small", never, work("small"));
    await end("busy 0");
    await end("busy 1");
    expect(started).toEqual(["busy 0", "busy 1", "small"]);
  });

  it("keeps the order of one account", async () => {
    const { started, work, end } = controlled();
    const slots = openSlots(1);
    for (const name of ["first", "second", "third"]) void slots.run("a", never, work(name));
    await end("first");
    await end("second");
    expect(started).toEqual(["first", "second", "third"]);
  });

  it("never has more at work than there are places, and uses all of them", async () => {
    const { started, work } = controlled();
    const slots = openSlots(3);
    for (const name of ["1", "2", "3", "4", "5"]) void slots.run(name, never, work(name));
    expect(started).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual(["1", "2", "3"]);
  });

  it("gives back at once what still waits when it is taken away, and its turn goes to the next", async () => {
    const { started, work, end } = controlled();
    const slots = openSlots(1);
    const taken = new AbortController();
    void slots.run("a", never, work("at work"));
    const waiting = slots.run("b", taken.signal, work("taken away"));
    void slots.run("c", never, work("next"));
    taken.abort(new Error("the partition is somebody else's"));
    await expect(waiting).rejects.toThrow("somebody else's");
    await end("at work");
    expect(started).toEqual(["at work", "next"]);
  });

  it("gives back all that waits when the process drains, and lets go on what has begun", async () => {
    const { started, work } = controlled();
    const slots = openSlots(1);
    void slots.run("a", never, work("at work"));
    const waiting = slots.run("b", never, work("waiting"));
    await new Promise((resolve) => setImmediate(resolve));
    slots.rejectWaiting();
    await expect(waiting).rejects.toBeInstanceOf(MessageNotStarted);
    await expect(slots.run("c", never, work("late"))).rejects.toBeInstanceOf(MessageNotStarted);
    expect(started).toEqual(["at work"]);
  });

  it("frees the place of work that fails", async () => {
    const slots = openSlots(1);
    await expect(slots.run("a", never, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    await expect(slots.run("b", never, () => Promise.resolve("done"))).resolves.toBe("done");
  });
});
