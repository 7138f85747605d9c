import { setImmediate as turn } from "node:timers/promises";
import { BatcherFull, createMicroBatcher, type MicroBatcherOptions } from "./micro-batcher.ts";

type Options = Partial<MicroBatcherOptions<number, number>>;

/** Returns each item as its outcome, unless `options` say otherwise. */
const batcherOf = (options: Options) =>
  createMicroBatcher<number, number>({
    run: async (items) => items,
    maxBatch: 100,
    slots: 1,
    worthRetryingAlone: () => true,
    ...options,
  });

/** Records how many items each batch has. */
function notingBatcher(options: Options) {
  const batches: number[] = [];
  const run = async (items: readonly number[]) => {
    batches.push(items.length);
    return items;
  };
  return { batches, note: batcherOf({ run, ...options }) };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("a micro-batcher", () => {
  it("batches items that arrive together, and returns each its own outcome", async () => {
    let batches = 0;
    const double = batcherOf({
      run: async (items) => {
        batches += 1;
        return items.map((item) => item * 2);
      },
    });
    expect(await Promise.all(upTo(50).map(double))).toEqual(upTo(50).map((item) => item * 2));
    expect(batches).toBe(1);
  });

  it("never exceeds the slots in flight, nor the maximum batch", async () => {
    let inFlight = 0;
    let most = 0;
    const echo = batcherOf({
      run: async (items) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        expect(items.length).toBeLessThanOrEqual(10);
        await turn();
        inFlight -= 1;
        return items;
      },
      maxBatch: 10,
      slots: 2,
    });
    await Promise.all(upTo(95).map(echo));
    expect(most).toBe(2);
  });

  it("gathers items for the gap when they come soon after a batch", async () => {
    const { batches, note } = notingBatcher({ maxBatch: 20, slots: 2, gapMs: 50 });
    await note(0);
    expect(batches).toEqual([1]);
    const arriving = upTo(10).map(async (nth) => {
      for (let turns = Math.floor(nth / 2); turns > 0; turns -= 1) await turn();
      return await note(nth);
    });
    await Promise.all(arriving);
    expect(batches).toEqual([1, 10]);
  });

  it.each([
    { tookMs: 10, gapMs: 50 },
    { tookMs: 80, gapMs: 80 },
    { tookMs: 900, gapMs: 200 },
  ])("after a batch that took $tookMs ms the gap of 50 ms lasts $gapMs ms", async ({ tookMs, gapMs }) => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
    try {
      const starts: number[] = [];
      const note = batcherOf({
        run: async (items) => {
          starts.push(performance.now());
          await new Promise((resolve) => setTimeout(resolve, tookMs));
          return items;
        },
        maxBatch: 20,
        slots: 2,
        gapMs: 50,
      });
      /** Long after the batch before. */
      const alone = async () => {
        const noted = note(0);
        await turn();
        await jest.advanceTimersByTimeAsync(1_000);
        await noted;
      };
      await alone();
      const first = note(0);
      await turn();
      const next = Promise.all([note(1), note(2)]);
      await turn();
      await jest.advanceTimersByTimeAsync(2_000);
      await Promise.all([first, next]);
      expect((starts[2] ?? 0) - (starts[1] ?? 0)).toBe(gapMs);
    } finally {
      jest.useRealTimers();
    }
  });

  /**
   * A lone sequential caller would otherwise be slowed to one item a gap, with no other item to share the batch with.
   */
  it("does not delay a lone item", async () => {
    const { batches, note } = notingBatcher({ maxBatch: 5, slots: 1, gapMs: 3_600_000 });
    for (let nth = 0; nth < 3; nth += 1) await note(nth);
    expect(batches).toEqual([1, 1, 1]);
  });

  it("does not delay a full batch", async () => {
    const { batches, note } = notingBatcher({ maxBatch: 5, slots: 1, gapMs: 3_600_000 });
    await note(0);
    await Promise.all(upTo(15).map(note));
    expect(batches).toEqual([1, 5, 5, 5]);
  });

  /** One merchant's odd request must not fail those that arrived with it. */
  it("retries a failed batch item by item: only the bad item fails", async () => {
    const refuse13 = batcherOf({
      run: async (items) => {
        if (items.includes(13)) throw new Error("13 is bad");
        return items;
      },
    });
    const outcomes = await Promise.allSettled(upTo(20).map(refuse13));
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(outcomes[13]?.status).toBe("rejected");
  });

  it("does not retry item by item when no item is the cause", async () => {
    let runs = 0;
    const broken = batcherOf({
      run: async () => {
        runs += 1;
        throw new Error("the database is away");
      },
      worthRetryingAlone: () => false,
    });
    await Promise.allSettled(upTo(20).map(broken));
    expect(runs).toBe(1);
  });

  /** Otherwise one caller's items, which cannot share a statement, are that many statements before any other's. */
  it("with items that stand apart: has one of them in a batch, and those behind do not wait for the rest", async () => {
    const batches: (readonly number[])[] = [];
    const note = batcherOf({
      run: async (items) => {
        batches.push(items);
        await turn();
        return items;
      },
      apart: (item) => (item < 100 ? "same" : String(item)),
      maxBatch: 3,
    });
    await Promise.all([...upTo(5), 100, 101, 102].map(note));
    expect(batches).toEqual([[0, 100, 101], [102, 1], [2], [3], [4]]);
  });

  it("refuses items beyond its bound at once, and accepts again when the queue is shorter", async () => {
    const first = Promise.withResolvers<void>();
    const batcher = batcherOf({
      run: async (items) => {
        await first.promise;
        return items;
      },
      maxBatch: 1,
      maxWaiting: 2,
      worthRetryingAlone: () => false,
    });
    const running = batcher(1);
    await turn();
    const waiting = [batcher(2), batcher(3)];
    await expect(batcher(4)).rejects.toBeInstanceOf(BatcherFull);
    first.resolve();
    expect(await Promise.all([running, ...waiting])).toEqual([1, 2, 3]);
    expect(await batcher(5)).toBe(5);
  });
});
