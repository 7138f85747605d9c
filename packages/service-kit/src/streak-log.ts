import type { Log, LogFields } from "./log.ts";

/** A streak that lasts is named again, so that the last ten minutes of a log have it. */
const AGAIN_AFTER_MS = 300_000;
const MAX_MESSAGES = 10;

export interface StreakLog {
  failed(error: unknown): void;
  succeeded(): void;
}

/**
 * Logs the first failure of a streak, each other kind of failure in it, and its end. A worker that runs each second would
 * write thousands of equal lines in an outage.
 */
export function createStreakLog(
  log: Pick<Log, "warn" | "info">,
  events: { readonly failed: string; readonly recovered: string },
  fields: LogFields = {},
): StreakLog {
  const told = new Set<string>();
  let failures = 0;
  let startedAt = 0;
  let toldAt = 0;
  return {
    failed(error) {
      const now = performance.now();
      if (failures === 0) startedAt = now;
      failures += 1;
      const message = error instanceof Error ? error.message : String(error);
      const isNew = !told.has(message) && told.size < MAX_MESSAGES;
      if (!isNew && now - toldAt < AGAIN_AFTER_MS) return;
      told.add(message);
      toldAt = now;
      log.warn(events.failed, { ...fields, ...(failures > 1 && { failures }), error });
    },
    succeeded() {
      if (failures === 0) return;
      const forMs = Math.round(performance.now() - startedAt);
      log.info(events.recovered, { ...fields, failures, forMs });
      told.clear();
      failures = 0;
    },
  };
}
