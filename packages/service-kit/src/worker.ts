import type { Log } from "./log.ts";
import { pause, settlesWithin } from "./time-limits.ts";

/** Runs until `stop` aborts. */
export interface Worker {
  readonly name: string;
  run(stop: AbortSignal): Promise<void>;
}

export interface PeriodicOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly log: Log;
  /** Returns true if there is more to do at once. */
  readonly work: (stop: AbortSignal) => Promise<boolean>;
}

/** Repeats `work`. An error is logged and the next run comes as usual, so an outage of a store ends nothing. */
export function periodicWorker(options: PeriodicOptions): Worker {
  return {
    name: options.name,
    run: async (stop) => {
      while (!stop.aborted) {
        const more = await options.work(stop).catch((error: unknown) => {
          options.log.warn("worker.turn_failed", { worker: options.name, error });
          return false;
        });
        if (more !== true) await pause(options.everyMs, stop);
      }
    },
  };
}

/** Wakes a worker early. A ring is remembered while nothing waits. */
export function createBell() {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    wait: async (ms: number, stop: AbortSignal) => {
      await settlesWithin(rung.promise, ms, stop);
      rung = Promise.withResolvers();
    },
  };
}
