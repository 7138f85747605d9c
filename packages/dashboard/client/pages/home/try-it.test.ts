import type { App } from "../../app/app-context.ts";
import { type BankExample, type Run, sampleOf, bodyOf, verify } from "./try-it.ts";

const attempt = {
  bank: "telebirr",
  outcome: "success",
  reference: "DJ57QK2M51",
  suffix: undefined,
  phone: undefined,
} as const;

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
  const ended = verify({ app, signal: left.signal }, bodyOf(attempt), (run) => runs.push(run));
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

describe("the initial form", () => {
  const request = {
    method: "POST",
    url: "https://x.test",
    body: { bank: "cbe", reference: "FT1", suffix: "12345678" },
  };
  const example = { bank: "cbe", title: "CBE", request, curl: "" } as const;

  it("has identifiers that the sandbox knows", () => {
    const sandbox = [{ outcome: "success", description: "", body: request.body }];
    expect(sampleOf({ ...example, sandbox } as unknown as BankExample, "success")).toMatchObject(
      request.body,
    );
  });

  it("is empty for real banks, with the fields that the bank needs", () => {
    expect(sampleOf({ ...example, sandbox: [] } as unknown as BankExample, "success")).toMatchObject({
      ...{ bank: "cbe", reference: "", suffix: "", phone: undefined },
    });
  });
});
