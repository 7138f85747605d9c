import { createRequire } from "node:module";

interface RequestQueuePrototype {
  scheduleCheckPendingRequests(this: { readonly pending: readonly unknown[] }): void;
}

/**
 * kafkajs 2.2.4 re-arms a timer after every check of its request queue, also when nothing is queued; the delay is
 * then negative, which Node takes for 1 ms. An idle connection so wakes the process some 850 times a second, and Node
 * 24 warns of each kind once. A check is of use only to what is queued, and queueing arms the timer by itself
 * (`push` in kafkajs/src/network/requestQueue/index.js), so without anything queued there is nothing to arm.
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
}

const quieted = new WeakSet<RequestQueuePrototype>();
