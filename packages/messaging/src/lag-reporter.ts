import { type Log, periodicWorker, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import { deadLetterTopicOf, replayGroup } from "./dead-letter.ts";
import type { MessageBus } from "./message-bus.ts";

export interface WatchedGroup {
  readonly topic: string;
  readonly group: string;
}

/** Fresh enough for an autoscaler, at one query to the broker per group. */
const defaultEveryMs = 10_000;

/**
 * Keeps `kafka_consumer_lag` of these groups up to date, and of the dead letters of their topics that are neither
 * replayed nor discarded. While the lag is unknown the metric has no value: an old value
 * would look like a stuck queue.
 */
export function createLagReporter(deps: {
  readonly bus: Pick<MessageBus, "lag" | "isAvailable">;
  readonly groups: readonly WatchedGroup[];
  readonly metrics: ServiceMetrics;
  readonly log: Log;
  readonly everyMs?: number;
}): Worker {
  const gauge = deps.metrics.gauge("kafka_consumer_lag", "Messages that the group has not finished", [
    "topic",
    "group",
  ]);
  const topics = new Set(deps.groups.map(({ topic }) => deadLetterTopicOf(topic)));
  const watched = [...deps.groups, ...[...topics].map((topic) => ({ topic, group: replayGroup }))];
  async function report({ topic, group }: WatchedGroup): Promise<void> {
    try {
      gauge.set({ topic, group }, await deps.bus.lag(topic, group));
    } catch (error) {
      gauge.remove({ topic, group });
      // The bus has logged that it is away, and why.
      if (deps.bus.isAvailable()) throw error;
    }
  }
  return periodicWorker({
    name: "lag-reporter",
    everyMs: deps.everyMs ?? defaultEveryMs,
    log: deps.log,
    work: async () => {
      await Promise.all(watched.map(report));
      return false;
    },
  });
}
