import { performance } from "node:perf_hooks";
import { Counter, collectDefaultMetrics, type Registry } from "prom-client";

/**
 * How often the delay of the event loop is looked at; an idle loop shows this as its lag. Each look wakes the process: at
 * prom-client's 10 ms that alone took half a percent of a core.
 */
const EVENT_LOOP_LOOK_MS = 100;

/** Gauges named like counters; each is the sum of one that stays. */
const misnamed = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

/** What Node tells of any process, and how busy its event loop is: the one thing of which it has only one. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS });
  for (const name of misnamed) registry.removeSingleMetric(name);
  new Counter({
    name: "nodejs_eventloop_active_seconds_total",
    help: "Time in which the event loop had something to do: a rate near 1 is a process that cannot do more",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1_000);
    },
  });
}
