import type { Log } from "./log.ts";
import { pause } from "./time-limits.ts";

/** Something that runs until it is told to stop. */
export interface Worker {
  readonly name: string;
  run(stop: AbortSignal): Promise<void>;
}

export interface PeriodicOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly log: Log;
  /** Answers true when there is more to do at once. */
  readonly work: (stop: AbortSignal) => Promise<boolean>;
}

/** Repeats `work`; a fault is logged and tried again at the next turn, so that a store's outage ends nothing. */
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
