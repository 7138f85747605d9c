import type { Log } from "@receipts/service-kit";
import { type logCreator, logLevel } from "kafkajs";

const windowMs = 10_000;
/** Of the client's own lines in one window: an outage makes hundreds that say the same. */
const mostLines = 20;
/** Limited on purpose: a failed producer is replaced, see kafka-producer.ts. */
const expected = "Limiting retries for the idempotent producer";

/** Lets kafkajs write single lines into our log, warnings at most, and says how many it left out. */
export function createKafkaClientLog(log: Log, now: () => number = () => performance.now()): logCreator {
  let windowStart = now();
  let lines = 0;

  function mayWrite(): boolean {
    if (now() - windowStart >= windowMs) {
      if (lines > mostLines) log.warn("kafka.client_lines_left_out", { count: lines - mostLines });
      windowStart = now();
      lines = 0;
    }
    lines += 1;
    return lines <= mostLines;
  }

  return () =>
    ({ namespace, level, log: entry }) => {
      if (entry.message.startsWith(expected) || level > logLevel.WARN || !mayWrite()) return;
      const { broker, groupId, topic, error } = entry;
      // A stack of the library's own would be 20 lines about nothing of ours.
      const cause = error instanceof Error ? error.message : error;
      log.warn("kafka.client", { part: namespace, message: entry.message, broker, groupId, topic, cause });
    };
}
