import { followStatus } from "./status-stream.ts";

const CLOSED = 2;
let sources: (EventTarget & { readyState: number })[];

beforeEach(() => {
  jest.useFakeTimers();
  sources = [];
  function EventSource() {
    const source = Object.assign(new EventTarget(), { readyState: 0, close: () => undefined });
    sources.push(source);
    return source;
  }
  Object.assign(globalThis, { EventSource: Object.assign(EventSource, { CLOSED }) });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, "EventSource");
});

function refuse(): void {
  for (const source of sources) {
    source.readyState = CLOSED;
    source.dispatchEvent(new Event("error"));
  }
}

describe("a refused stream", () => {
  /** Callers follow again after `done`: an immediate `done` would be an endless loop. */
  it("ends after a delay, not at once", () => {
    const done = jest.fn();
    followStatus("ver_1", { status: () => undefined, done });
    refuse();
    jest.advanceTimersByTime(2_000);
    expect(done).not.toHaveBeenCalled();
    jest.runAllTimers();
    expect(done).toHaveBeenCalledTimes(1);
  });

  it("calls nothing after the page was left", () => {
    const done = jest.fn();
    const stop = followStatus("ver_1", { status: () => undefined, done });
    refuse();
    stop();
    jest.runAllTimers();
    expect(done).not.toHaveBeenCalled();
  });
});
