import { once } from "node:events";
import type { Health } from "./health.ts";
import type { Log } from "./log.ts";
import { settlesWithin } from "./time-limits.ts";
import type { Worker } from "./worker.ts";

/** A built service, ready to run. */
export interface Service {
  readonly name: string;
  readonly workers: readonly Worker[];
  /** For the operations port of its process. */
  readonly health?: Health;
  /** Makes readiness fail; no new work starts. */
  startDraining(): void;
  /** Finishes or releases the work in progress, then closes everything. */
  close(): Promise<void>;
}

export interface RunOptions {
  readonly log: Log;
  readonly shutdownTimeoutMs: number;
  /** Ends the run as a signal would; for services inside another process. */
  readonly stop?: AbortSignal;
}

/**
 * Runs the service until a signal or a failed worker, then drains it. Sets the exit code, but never calls
 * `process.exit`: `main.ts` does if the drain took too long, because something still holds the process.
 */
export async function runService(
  service: Service,
  options: RunOptions,
): Promise<{ readonly drained: boolean }> {
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => {
    options.log.info("service.stopping", { signal });
    stop.abort();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, onSignal);
  options.stop?.addEventListener("abort", () => stop.abort(), { once: true });

  const runs = startWorkers(service, stop, options.log);
  if (!stop.signal.aborted) await once(stop.signal, "abort");
  service.startDraining();
  const closed = Promise.all(runs).then(() => service.close());
  const drained = await settlesWithin(closed, options.shutdownTimeoutMs);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.off(signal, onSignal);
  options.log.info("service.stopped", { drained });
  return { drained };
}

/** Starts the workers. One that fails stops the others: the process is not whole without it. */
export function startWorkers(service: Service, stop: AbortController, log: Log): Promise<void>[] {
  return service.workers.map(async (worker) => {
    try {
      await worker.run(stop.signal);
    } catch (error) {
      log.error("worker.failed", { worker: worker.name, error });
      process.exitCode = 1;
    } finally {
      stop.abort();
    }
  });
}
