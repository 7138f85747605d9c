import type { Log } from "@receipts/service-kit";
import { type logCreator, logLevel } from "kafkajs";
import type { KafkaFaultLog } from "./kafka-fault.ts";

const windowMs = 60_000;
/** Client log lines per window, each another one: an outage causes hundreds of identical ones. */
const maxLines = 20;
/** Retries are limited on purpose: a failed producer is replaced, see kafka-producer.ts. */
const expected = "Limiting retries for the idempotent producer";

const noFaults = { report: () => false, reportAtStart: () => false };

type Faults = Pick<KafkaFaultLog, "report" | "reportAtStart">;

/** Whether the line needs no further one. A refused login is also logged as a response, and by the part that logs in. */
function isReported(namespace: string, message: string, faults: Faults): boolean {
  if (message.startsWith("Response Sasl") || namespace.startsWith("SaslAuthenticator")) return true;
  // This part logs why no broker was connected.
  const report = namespace === "BrokerPool" ? faults.reportAtStart : faults.report;
  return report(new Error(message));
}

/**
 * Writes warnings and errors of kafkajs to our log, one line each, and counts those it left out. Those about a wrong
 * setting go to `faults`, which writes each once.
 */
export function createKafkaClientLog(
  log: Log,
  faults: Faults = noFaults,
  now: () => number = () => performance.now(),
): logCreator {
  let windowStart = now();
  const written = new Set<string>();
  let leftOut = 0;

  function mayWrite(line: string): boolean {
    if (now() - windowStart >= windowMs) {
      if (leftOut > 0) log.warn("kafka.client_lines_left_out", { count: leftOut });
      windowStart = now();
      written.clear();
      leftOut = 0;
    }
    if (written.has(line) || written.size >= maxLines) {
      leftOut += 1;
      return false;
    }
    written.add(line);
    return true;
  }

  return () =>
    ({ namespace, level, log: entry }) => {
      if (entry.message.startsWith(expected) || level > logLevel.WARN) return;
      const { broker, groupId, topic, error } = entry;
      if (isReported(namespace, entry.message, faults)) return;
      if (!mayWrite(`${namespace} ${broker} ${entry.message}`)) return;
      // The library's own stack would be 20 lines without one of our frames.
      const cause = error instanceof Error ? error.message : error;
      log.warn("kafka.client", { part: namespace, message: entry.message, broker, groupId, topic, cause });
    };
}
