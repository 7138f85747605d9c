import type { Component } from "./service-gauges.ts";
import type { ServiceMetrics } from "./service-metrics.ts";
import type { Worker } from "./worker.ts";

/** Reports when each worker that repeats its work last succeeded, or was built. */
export function reportWorkers(
  metrics: ServiceMetrics,
  { component, bank = "" }: Component,
  workers: readonly Worker[],
): void {
  metrics.readings(
    "worker_last_success_timestamp_seconds",
    "When the worker last did its work without an error; before that, when its process started",
    ["component", "bank", "worker"],
    () =>
      workers.flatMap(({ name, succeededAt }) =>
        succeededAt === undefined
          ? []
          : [{ labels: { component, bank, worker: name }, value: succeededAt() / 1_000 }],
      ),
  );
}
