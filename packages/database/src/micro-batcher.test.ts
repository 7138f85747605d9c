import { BatcherFull, createMicroBatcher } from "./micro-batcher.ts";

describe("a micro-batcher", () => {
  it("lets what arrives together travel together, and gives each its own outcome", async () => {
    const batches: number[][] = [];
    const double = createMicroBatcher<number, number>({
      run: async (items) => {
        batches.push([...items]);
        return items.map((item) => item * 2);
      },
      maxBatch: 100,
      slots: 1,
      worthRetryingAlone: () => true,
    });
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, index) => double(index)));
    expect(outcomes).toEqual(Array.from({ length: 50 }, (_, index) => index * 2));
    expect(batches).toHaveLength(1);
  });

  it("never has more batches in flight than slots, nor more items in one than allowed", async () => {
    let inFlight = 0;
    let most = 0;
    const echo = createMicroBatcher<number, number>({
      run: async (items) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        expect(items.length).toBeLessThanOrEqual(10);
        await new Promise((resolve) => setImmediate(resolve));
        inFlight -= 1;
        return items;
      },
      maxBatch: 10,
      slots: 2,
      worthRetryingAlone: () => true,
    });
    await Promise.all(Array.from({ length: 95 }, (_, index) => echo(index)));
    expect(most).toBe(2);
  });

  it("lets what comes together soon after a batch gather for the gap", async () => {
    const batches: number[] = [];
    const note = createMicroBatcher<number, number>({
      run: async (items) => {
        batches.push(items.length);
        return items;
      },
      maxBatch: 20,
      slots: 2,
      gapMs: 50,
      worthRetryingAlone: () => true,
    });
    await note(0);
    expect(batches).toEqual([1]);
    const arriving = Array.from({ length: 10 }, async (_, nth) => {
      const turns = Math.floor(nth / 2);
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return await note(nth);
    });
    await Promise.all(arriving);
    expect(batches).toEqual([1, 10]);
  });

  it.each([
    { tookMs: 10, gapMs: 50 },
    { tookMs: 80, gapMs: 80 },
    { tookMs: 900, gapMs: 200 },
  ])("after a batch that took $tookMs ms the gap of 50 lasts $gapMs", async ({ tookMs, gapMs }) => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
    try {
      const starts: number[] = [];
      const note = createMicroBatcher<number, number>({
        run: async (items) => {
          starts.push(performance.now());
          await new Promise((resolve) => setTimeout(resolve, tookMs));
          return items;
        },
        maxBatch: 20,
        slots: 2,
        gapMs: 50,
        worthRetryingAlone: () => true,
      });
      /** Long after the one before. */
      const alone = async () => {
        const noted = note(0);
        await new Promise((resolve) => setImmediate(resolve));
        await jest.advanceTimersByTimeAsync(1_000);
        await noted;
      };
      await alone();
      const first = note(0);
      await new Promise((resolve) => setImmediate(resolve));
      const next = Promise.all([note(1), note(2)]);
      await new Promise((resolve) => setImmediate(resolve));
      await jest.advanceTimersByTimeAsync(2_000);
      await Promise.all([first, next]);
      expect((starts[2] ?? 0) - (starts[1] ?? 0)).toBe(gapMs);
    } finally {
      jest.useRealTimers();
    }
  });

  /** One caller after another would otherwise be slowed to one in each gap, with nobody to share it with. */
  it("does not make who comes alone wait for the gap", async () => {
    const batches: number[] = [];
    const note = createMicroBatcher<number, number>({
      run: async (items) => {
        batches.push(items.length);
        return items;
      },
      maxBatch: 5,
      slots: 1,
      gapMs: 3_600_000,
      worthRetryingAlone: () => true,
    });
    for (let nth = 0; nth < 3; nth += 1) await note(nth);
    expect(batches).toEqual([1, 1, 1]);
  });

  it("does not make a full batch wait for the gap", async () => {
    const batches: number[] = [];
    const note = createMicroBatcher<number, number>({
      run: async (items) => {
        batches.push(items.length);
        return items;
      },
      maxBatch: 5,
      slots: 1,
      gapMs: 3_600_000,
      worthRetryingAlone: () => true,
    });
    await note(0);
    await Promise.all(Array.from({ length: 15 }, (_, nth) => note(nth)));
    expect(batches).toEqual([1, 5, 5, 5]);
  });

  /** One merchant's odd request must not fail the requests that happened to arrive with it. */
  it("tries a failed batch again one by one: only the bad item fails", async () => {
    const refuse13 = createMicroBatcher<number, number>({
      run: async (items) => {
        if (items.includes(13)) throw new Error("13 is bad");
        return items;
      },
      maxBatch: 100,
      slots: 1,
      worthRetryingAlone: () => true,
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => refuse13(index)));
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(outcomes[13]?.status).toBe("rejected");
  });

  it("does not multiply a failure that is no item's fault", async () => {
    let runs = 0;
    const broken = createMicroBatcher<number, number>({
      run: async () => {
        runs += 1;
        throw new Error("the database is away");
      },
      maxBatch: 100,
      slots: 1,
      worthRetryingAlone: () => false,
    });
    await Promise.allSettled(Array.from({ length: 20 }, (_, index) => broken(index)));
    expect(runs).toBe(1);
  });

  it("refuses at once what would gather beyond its bound, and takes more when there is room again", async () => {
    const first = Promise.withResolvers<void>();
    const batcher = createMicroBatcher<number, number>({
      run: async (items) => {
        await first.promise;
        return items;
      },
      maxBatch: 1,
      slots: 1,
      maxWaiting: 2,
      worthRetryingAlone: () => false,
    });
    const running = batcher(1);
    await new Promise((resolve) => setImmediate(resolve));
    const waiting = [batcher(2), batcher(3)];
    await expect(batcher(4)).rejects.toBeInstanceOf(BatcherFull);
    first.resolve();
    expect(await Promise.all([running, ...waiting])).toEqual([1, 2, 3]);
    expect(await batcher(5)).toBe(5);
  });
});
