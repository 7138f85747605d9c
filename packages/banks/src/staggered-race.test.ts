import { until } from "@receipts/testing";
import { Overtaken, raceStaggered } from "./staggered-race.ts";

const never = () => new AbortController().signal;

/** Starts these one after another; each records whether and why it was aborted. */
function raceOf(
  runs: readonly ((startClock: () => void) => Promise<string>)[],
  signal: AbortSignal = never(),
) {
  const aborted: unknown[] = [];
  let started = 0;
  const outcome = raceStaggered(
    {
      start: (startClock, stop) => {
        const run = runs[started];
        if (run === undefined) return undefined;
        started += 1;
        stop.addEventListener("abort", () => aborted.push(stop.reason));
        return run(startClock);
      },
      patienceMs: () => 1,
    },
    signal,
  );
  return { outcome, aborted, started: () => started };
}

const hang = (startClock: () => void) => {
  startClock();
  return new Promise<string>(() => undefined);
};
const fail = (message: string) => () => Promise.reject(new Error(message));
const succeed = (value: string) => () => Promise.resolve(value);

describe("a staggered race", () => {
  it("starts one at a time, and no further one after a success", async () => {
    const race = raceOf([succeed("first"), succeed("second")]);
    expect(await race.outcome).toBe("first");
    expect(race.started()).toBe(1);
  });

  it("starts the next at once after a failure, and in parallel to a slow one", async () => {
    const race = raceOf([fail("no"), hang, succeed("third")]);
    expect(await race.outcome).toBe("third");
    expect(race.started()).toBe(3);
    expect(race.aborted).toEqual([expect.any(Overtaken)]);
  });

  it("waits for the running ones when no other can start", async () => {
    let win: (value: string) => void = () => undefined;
    const late = (startClock: () => void) => {
      startClock();
      return new Promise<string>((resolve) => {
        win = resolve;
      });
    };
    const race = raceOf([late, fail("no")]);
    await until(() => race.started() === 2);
    win("late");
    expect(await race.outcome).toBe("late");
    expect(race.started()).toBe(2);
  });

  it("rejects with the first failure when all have failed", async () => {
    await expect(raceOf([fail("one"), fail("two")]).outcome).rejects.toThrow("one");
  });

  it("ends with its signal, and aborts all running ones with the same reason", async () => {
    const stop = new AbortController();
    const race = raceOf([hang, hang], stop.signal);
    const reason = new Error("over");
    await until(() => race.started() === 2);
    stop.abort(reason);
    await expect(race.outcome).rejects.toBe(reason);
    expect(race.aborted).toEqual([reason, reason]);
  });

  it("starts nothing when its signal has ended", async () => {
    const race = raceOf([succeed("first")], AbortSignal.abort(new Error("over")));
    await expect(race.outcome).rejects.toThrow("over");
    expect(race.started()).toBe(0);
  });
});
