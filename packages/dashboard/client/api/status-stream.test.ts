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

describe("a stream that is refused", () => {
  /** Whoever follows asks again when it is over: at once would be a loop without end. */
  it("is over after a while, not at once", () => {
    const done = jest.fn();
    followStatus("ver_1", { status: () => undefined, done });
    refuse();
    jest.advanceTimersByTime(2_000);
    expect(done).not.toHaveBeenCalled();
    jest.runAllTimers();
    expect(done).toHaveBeenCalledTimes(1);
  });

  it("says nothing to a page that was left meanwhile", () => {
    const done = jest.fn();
    const stop = followStatus("ver_1", { status: () => undefined, done });
    refuse();
    stop();
    jest.runAllTimers();
    expect(done).not.toHaveBeenCalled();
  });
});
