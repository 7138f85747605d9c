import { type Log, periodicWorker, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import type { DeliveryRepository } from "./delivery-repository.ts";

const EVERY_MS = 5_000;

/** Keeps the age of the oldest due delivery up to date; while the database does not say, it has no value. */
export function createReportBacklog(deps: {
  readonly deliveries: Pick<DeliveryRepository, "oldestDueSeconds">;
  readonly metrics: ServiceMetrics;
  readonly log: Log;
}): Worker {
  const gauge = deps.metrics.gauge(
    "webhook_oldest_due_seconds",
    "How long the oldest delivery that is due and not under way has waited",
  );
  return periodicWorker({
    name: "report-backlog",
    everyMs: EVERY_MS,
    log: deps.log,
    work: async () => {
      try {
        gauge.set(await deps.deliveries.oldestDueSeconds());
      } catch (error) {
        gauge.remove();
        throw error;
      }
      return false;
    },
  });
}
