import type { Log } from "./log.ts";
import { createStreakLog } from "./streak-log.ts";
import { pause, settlesWithin } from "./time-limits.ts";

/** Runs until `stop` aborts. */
export interface Worker {
  readonly name: string;
  run(stop: AbortSignal): Promise<void>;
  /** When repeated work last ended without an error, in milliseconds; at first, when the worker was made. */
  readonly succeededAt?: () => number;
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
  let succeededAt = Date.now();
  return {
    name: options.name,
    succeededAt: () => succeededAt,
    run: async (stop) => {
      const turns = createTurnLog(options.log, { worker: options.name });
      while (!stop.aborted) {
        const more = await turns.run(() => options.work(stop));
        if (more !== undefined) succeededAt = Date.now();
        if (more !== true) await pause(options.everyMs, stop);
      }
    },
  };
}

/** Runs turns of a worker. An error is logged, and nothing is returned: the next turn comes as usual. */
export function createTurnLog(log: Log, fields: { readonly worker: string }) {
  const streak = createStreakLog(
    log,
    { failed: "worker.turn_failed", recovered: "worker.recovered" },
    fields,
  );
  return {
    run: async <T>(turn: () => Promise<T>): Promise<T | undefined> => {
      try {
        const result = await turn();
        streak.succeeded();
        return result;
      } catch (error) {
        streak.failed(error);
        return undefined;
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
