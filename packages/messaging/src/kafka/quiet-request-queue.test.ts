import { createRequire } from "node:module";
import { quietRequestQueue } from "./quiet-request-queue.ts";

interface RequestQueue {
  readonly pending: unknown[];
  maybeThrottle(ms: number): void;
  fulfillRequest(response: { correlationId: number; size: number; payload: null }): void;
  push(request: object): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
}

function newQueue(options: { readonly requestTimeout?: number } = {}): RequestQueue {
  const require = createRequire(import.meta.url);
  const Queue: new (options: object) => RequestQueue = require("kafkajs/src/network/requestQueue");
  const logger = { debug: () => undefined, warn: () => undefined };
  const timeouts = { requestTimeout: 1, enforceRequestTimeout: true, ...options };
  return new Queue({ maxInFlightRequests: null, isConnected: () => true, logger, ...timeouts });
}

function request() {
  const entry = { correlationId: 7, resolve: () => undefined, reject: () => undefined };
  return { entry, expectResponse: true, sendRequest: () => undefined };
}

describe("kafkajs's patched request queue", () => {
  /** Each of these timers would fire at once and arm the next: 850 wake-ups a second for each idle connection. */
  it("arms no timer while nothing is queued", () => {
    quietRequestQueue();
    const armed = jest.spyOn(globalThis, "setTimeout");
    const queue = newQueue();
    for (let response = 0; response < 10; response += 1) {
      queue.fulfillRequest({ correlationId: response, size: 0, payload: null });
    }
    expect(armed).not.toHaveBeenCalled();
    armed.mockRestore();
  });

  it("arms one when the broker throttles a request", () => {
    quietRequestQueue();
    quietRequestQueue(); // a second driver in the process changes nothing
    const armed = jest.spyOn(globalThis, "setTimeout");
    const queue = newQueue();
    queue.maybeThrottle(60_000);
    queue.push(request());
    queue.push({ ...request(), entry: { ...request().entry, correlationId: 8 } });
    expect(queue.pending).toHaveLength(2);
    expect(armed).toHaveBeenCalledTimes(1);
    expect(armed.mock.calls[0]?.[1]).toBeGreaterThan(0);
    queue.destroy();
    armed.mockRestore();
  });

  /** Checks every 100 ms for each connection were most of the wake-ups of an idle process. */
  it("checks ten times within a request's timeout, and ends late requests", async () => {
    quietRequestQueue();
    const armed = jest.spyOn(globalThis, "setInterval");
    const slowQueue = newQueue({ requestTimeout: 10_000 });
    slowQueue.scheduleRequestTimeoutCheck();
    expect(armed.mock.calls.map(([, ms]) => ms)).toEqual([1_000]);
    slowQueue.destroy();
    armed.mockRestore();
    const queue = newQueue();
    const late = Promise.withResolvers<void>();
    queue.scheduleRequestTimeoutCheck();
    queue.push({ ...request(), entry: { ...request().entry, reject: () => late.resolve() } });
    await late.promise;
    queue.destroy();
  });
});
