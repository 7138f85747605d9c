import { createRequire } from "node:module";

interface SentRequest {
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

interface RequestQueuePrototype {
  scheduleCheckPendingRequests(this: { readonly pending: readonly unknown[] }): void;
  scheduleRequestTimeoutCheck(this: CheckedQueue): void;
}

interface CheckedQueue {
  readonly enforceRequestTimeout: boolean;
  readonly requestTimeout: number;
  readonly inflight: ReadonlyMap<number, SentRequest>;
  requestTimeoutIntervalId: NodeJS.Timeout | null;
  isConnected(): boolean;
  destroy(): void;
}

/**
 * Patches two timers of kafkajs 2.2.4 that wake an idle process needlessly.
 *
 * It re-arms one after every check of its request queue, even if the queue is empty. The delay is then negative, which
 * Node treats as 1 ms: an idle connection wakes the process about 850 times a second, and Node 24 logs a warning. With
 * an empty queue there is nothing to check, and `push` in kafkajs/src/network/requestQueue/index.js arms the timer
 * itself.
 *
 * The other one checks every 100 ms, for each connection, whether a request is older than its timeout of 10 s.
 */
export function quietRequestQueue(): void {
  const require = createRequire(import.meta.url);
  const RequestQueue: { prototype: RequestQueuePrototype } = require("kafkajs/src/network/requestQueue");
  const { prototype } = RequestQueue;
  if (quieted.has(prototype)) return;
  quieted.add(prototype);
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) schedule.call(this);
  };
  prototype.scheduleRequestTimeoutCheck = function () {
    if (!this.enforceRequestTimeout) return;
    this.destroy();
    const everyMs = Math.max(100, this.requestTimeout / 10);
    this.requestTimeoutIntervalId = setInterval(() => endLateRequests(this), everyMs);
  };
}

function endLateRequests(queue: CheckedQueue): void {
  const now = Date.now();
  for (const request of queue.inflight.values()) {
    if (now - request.sentAt > request.requestTimeout) request.timeoutRequest();
  }
  if (!queue.isConnected()) queue.destroy();
}

const quieted = new WeakSet<RequestQueuePrototype>();
