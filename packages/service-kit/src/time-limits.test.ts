import { once } from "node:events";
import { limitTime, pause, settlesWithin, unlessAborted, withTimeout } from "./time-limits.ts";

describe("limitTime", () => {
  it("aborts after its time, and reports it", async () => {
    using limit = limitTime(new AbortController().signal, 5);
    await once(limit.signal, "abort");
    expect(limit.hasPassed()).toBe(true);
    expect(limit.signal.reason).toMatchObject({ name: "TimeoutError" });
  });

  it("aborts with its parent signal, for the same reason", () => {
    const parent = new AbortController();
    using limit = limitTime(parent.signal, 60_000);
    expect(limit.signal.aborted).toBe(false);
    parent.abort(new Error("the claim was lost"));
    expect(limit.signal.reason).toMatchObject({ message: "the claim was lost" });
    expect(limit.hasPassed()).toBe(false);
  });

  it("is aborted from the start if its parent is", () => {
    using limit = limitTime(AbortSignal.abort(new Error("late")), 60_000);
    expect(limit.signal.reason).toMatchObject({ message: "late" });
  });

  it("does nothing after it is disposed of", async () => {
    const parent = new AbortController();
    const limit = limitTime(parent.signal, 1);
    limit[Symbol.dispose]();
    parent.abort();
    await pause(5);
    expect(limit.signal.aborted).toBe(false);
  });
});

const never = new Promise<never>(() => undefined);

describe("a wait", () => {
  it("ends with the promise, the time limit or the signal, and returns whether it was the promise", async () => {
    expect(await settlesWithin(Promise.resolve(), 60_000)).toBe(true);
    expect(await settlesWithin(never, 1)).toBe(false);
    expect(await settlesWithin(never, 60_000, AbortSignal.abort())).toBe(false);
    const stop = new AbortController();
    const waiting = settlesWithin(never, 60_000, stop.signal);
    stop.abort();
    expect(await waiting).toBe(false);
    await expect(settlesWithin(Promise.reject(new Error("broken")), 60_000)).rejects.toThrow("broken");
  });

  it("with a time limit returns the promise's value, or rejects with the given reason", async () => {
    expect(await withTimeout(Promise.resolve(7), 60_000, "late")).toBe(7);
    await expect(withTimeout(never, 1, "late")).rejects.toThrow("late");
    await expect(withTimeout(Promise.reject(new Error("broken")), 60_000, "late")).rejects.toThrow("broken");
  });

  it("until a signal returns the promise's value, or rejects with the signal's reason", async () => {
    const stop = new AbortController();
    expect(await unlessAborted(Promise.resolve(7), stop.signal)).toBe(7);
    const waiting = unlessAborted(never, stop.signal);
    stop.abort(new Error("taken away"));
    await expect(waiting).rejects.toThrow("taken away");
    await expect(unlessAborted(never, stop.signal)).rejects.toThrow("taken away");
  });
});
