import { createRequire } from "node:module";
import { quietRequestQueue } from "./quiet-request-queue.ts";

interface RequestQueue {
  readonly pending: unknown[];
  maybeThrottle(ms: number): void;
  fulfillRequest(response: { correlationId: number; size: number; payload: null }): void;
  push(request: object): void;
  destroy(): void;
}

function newQueue(): RequestQueue {
  const require = createRequire(import.meta.url);
  const Queue: new (options: object) => RequestQueue = require("kafkajs/src/network/requestQueue");
  const logger = { debug: () => undefined, warn: () => undefined };
  return new Queue({ maxInFlightRequests: null, requestTimeout: 1, logger });
}

function request() {
  const entry = { correlationId: 7, resolve: () => undefined, reject: () => undefined };
  return { entry, expectResponse: true, sendRequest: () => undefined };
}

describe("kafkajs's request queue, once quieted", () => {
  /** Each of these timers would fire at once and make the next: 850 wake-ups a second for each idle connection. */
  it("arms no timer while nothing is queued", () => {
    quietRequestQueue();
    const armed = jest.spyOn(globalThis, "setTimeout");
    const queue = newQueue();
    for (let answer = 0; answer < 10; answer += 1) {
      queue.fulfillRequest({ correlationId: answer, size: 0, payload: null });
    }
    expect(armed).not.toHaveBeenCalled();
    armed.mockRestore();
  });

  it("still arms one when the broker's throttle makes a request wait", () => {
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
});
