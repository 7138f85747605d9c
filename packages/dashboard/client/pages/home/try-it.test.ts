import type { App } from "../../app/app-context.ts";
import { type BankExample, type Run, sampleOf, verify } from "./try-it.ts";

const attempt = {
  bank: "telebirr",
  outcome: "success",
  reference: "DJ57QK2M51",
  suffix: undefined,
  phone: undefined,
} as const;

beforeEach(() => {
  jest.useFakeTimers();
  /** Ends each stream as one does whose time is over. */
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

/** An API whose request has ended when it is read for the given time. */
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
  const app = { api } as unknown as App; // all that is asked of it
  const ended = verify({ app, signal: left.signal }, attempt, (run) => runs.push(run));
  return { ended, runs, left, reads: () => reads };
}

describe("a receipt that is tried", () => {
  it("is looked at until it has ended, where its stream ends before it", async () => {
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

  it("is looked at no more once the page is left", async () => {
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

describe("what the form begins with", () => {
  const request = {
    method: "POST",
    url: "https://x.test",
    body: { bank: "cbe", reference: "FT1", suffix: "12345678" },
  };
  const example = { bank: "cbe", title: "CBE", request, curl: "" } as const;

  it("is what the sandbox knows", () => {
    const sandbox = [{ outcome: "success", description: "", body: request.body }];
    expect(sampleOf({ ...example, sandbox } as unknown as BankExample, "success")).toMatchObject(
      request.body,
    );
  });

  it("is empty where real banks are asked, with the fields that the bank wants", () => {
    expect(sampleOf({ ...example, sandbox: [] } as unknown as BankExample, "success")).toMatchObject({
      ...{ bank: "cbe", reference: "", suffix: "", phone: undefined },
    });
  });
});
