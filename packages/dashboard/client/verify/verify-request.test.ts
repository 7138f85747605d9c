import type { App } from "../app/app-context.ts";
import { type Run, verify } from "./verify-request.ts";

beforeEach(() => {
  jest.useFakeTimers();
  /** Each stream ends at once, as after its maximum duration. */
  function EventSource() {
    const source = Object.assign(new EventTarget(), { readyState: 1, close: () => undefined });
    setTimeout(() => source.dispatchEvent(new Event("done")), 0);
    return source;
  }
  Object.assign(globalThis, { EventSource: Object.assign(EventSource, { CLOSED: 2 }) });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, "EventSource");
});

/** Fakes an API whose request has ended at the given read. */
function startRun(endsAtRead: number) {
  let reads = 0;
  const runs: Run[] = [];
  const left = new AbortController();
  const api = {
    post: async () => ({ requestId: "ver_1", verification: { processingStatus: "queued" } }),
    get: async () => {
      reads += 1;
      const hasEnded = reads >= endsAtRead;
      return {
        data: { processingStatus: hasEnded ? "completed" : "running", result: hasEnded ? {} : null },
      };
    },
  };
  const app = { api } as unknown as App; // covers all that is used of it
  const ended = verify(
    { app, signal: left.signal },
    { body: { bank: "telebirr", reference: "DJ57QK2M51" }, key: "k" },
    (run) => runs.push(run),
  );
  return { ended, runs, left, reads: () => reads };
}

describe("verify", () => {
  it("polls the request until it has ended if its stream ends first", async () => {
    const { ended, runs, reads } = startRun(4);
    await jest.advanceTimersByTimeAsync(60_000);
    await ended;
    expect(reads()).toBe(4);
    expect(runs.map(({ processingStatus }) => processingStatus)).toEqual([
      "queued",
      "running",
      "running",
      "running",
      "completed",
    ]);
  });

  it("stops polling after the page is left", async () => {
    const { ended, left, reads } = startRun(Number.POSITIVE_INFINITY);
    await jest.advanceTimersByTimeAsync(60_000);
    const read = reads();
    expect(read).toBeGreaterThan(5);
    left.abort();
    await jest.advanceTimersByTimeAsync(60_000);
    await ended;
    expect(reads()).toBe(read);
  });
});
