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
 * Two timers of kafkajs 2.2.4 that wake an idle process for nothing.
 *
 * It re-arms one after every check of its request queue, also when nothing is queued; the delay is then negative, which
 * Node takes for 1 ms. An idle connection so wakes the process some 850 times a second, and Node 24 warns of each kind
 * once. A check is of use only to what is queued, and queueing arms the timer by itself (`push` in
 * kafkajs/src/network/requestQueue/index.js), so without anything queued there is nothing to arm.
 *
 * And it looks every 100 ms, for each connection, whether a request has had no answer within its 10 s.
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
