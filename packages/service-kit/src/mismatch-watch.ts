import type { Log, LogFields } from "./log.ts";
import type { ServiceMetrics } from "./service-metrics.ts";
import { periodicWorker, type Worker } from "./worker.ts";

export interface MismatchWatch {
  readonly name: string;
  readonly everyMs: number;
  readonly gauge: { readonly name: string; readonly help: string };
  /** Log event of each mismatch. */
  readonly event: string;
  readonly read: () => Promise<readonly object[]>;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

/** A worker that counts what should never differ, and logs each difference. */
export function createMismatchWatch({ gauge, event, read, log, metrics, ...worker }: MismatchWatch): Worker {
  const mismatched = metrics.gauge(gauge.name, gauge.help);
  // No value is better than "all is well" from a process that has not checked.
  mismatched.set(Number.NaN);
  return periodicWorker({
    ...worker,
    log,
    work: async () => {
      const rows = await read().catch((error: unknown) => {
        mismatched.set(Number.NaN);
        throw error;
      });
      mismatched.set(rows.length);
      for (const row of rows) log.error(event, { ...row } as LogFields);
      return false;
    },
  });
}
