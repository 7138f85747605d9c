import { once } from "node:events";
import { limitTime } from "./time-limit.ts";

describe("limitTime", () => {
  it("ends when its time is over, and says so", async () => {
    using limit = limitTime(new AbortController().signal, 5);
    await once(limit.signal, "abort");
    expect(limit.hasPassed()).toBe(true);
    expect(limit.signal.reason).toMatchObject({ name: "TimeoutError" });
  });

  it("ends with the signal that it was given, for the same reason", () => {
    const parent = new AbortController();
    using limit = limitTime(parent.signal, 60_000);
    expect(limit.signal.aborted).toBe(false);
    parent.abort(new Error("the claim was lost"));
    expect(limit.signal.reason).toMatchObject({ message: "the claim was lost" });
    expect(limit.hasPassed()).toBe(false);
  });

  it("has ended from the first when the signal had", () => {
    using limit = limitTime(AbortSignal.abort(new Error("late")), 60_000);
    expect(limit.signal.reason).toMatchObject({ message: "late" });
  });

  it("hears nothing any more when the work is over", async () => {
    const parent = new AbortController();
    const limit = limitTime(parent.signal, 1);
    limit[Symbol.dispose]();
    parent.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(limit.signal.aborted).toBe(false);
  });
});
