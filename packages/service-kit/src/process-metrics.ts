import { performance } from "node:perf_hooks";
import { Counter, collectDefaultMetrics, type Registry } from "prom-client";

/**
 * Sampling interval of the event loop's delay; an idle loop shows it as lag. Each sample wakes the process:
 * prom-client's default of 10 ms took half a percent of a core.
 */
const EVENT_LOOP_SAMPLE_MS = 100;

/** Gauges named like counters; each is the sum of another gauge, which stays. */
const misnamed = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

/** Node's default metrics, and how busy the event loop is. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  for (const name of misnamed) registry.removeSingleMetric(name);
  new Counter({
    name: "nodejs_eventloop_active_seconds_total",
    help: "Time in which the event loop was busy: at a rate near 1 the process is at its limit",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1_000);
    },
  });
}
