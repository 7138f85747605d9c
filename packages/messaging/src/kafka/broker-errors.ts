/** True for connection errors and timeouts; false if the broker refused the request. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!error.name.startsWith("KafkaJS")) return true; // our own timeout, or the socket's
  if (error.name === "KafkaJSNumberOfRetriesExceeded" || error.name === "KafkaJSNonRetriableError") {
    return error.cause instanceof Error && error.cause !== error && isOutage(error.cause);
  }
  return outageNames.has(error.name);
}

const outageNames = new Set([
  "KafkaJSConnectionError",
  "KafkaJSConnectionClosedError",
  "KafkaJSRequestTimeoutError",
  "KafkaJSBrokerNotFound",
  "KafkaJSNoBrokerAvailableError",
  "KafkaJSLockTimeout",
  "KafkaJSGroupCoordinatorNotFound",
]);

/** The broker is no longer the leader, or does not know yet that it is. */
export const leaderMoved = ["NOT_LEADER_FOR_PARTITION", "LEADER_NOT_AVAILABLE"];

/** True if another broker is the leader: the client keeps its stale metadata for minutes. */
export function isStaleMetadata(error: unknown): boolean {
  return hasErrorType(error, leaderMoved);
}

/** True if the error, or one that kafkajs wrapped in it, has one of these Kafka error types. */
export function hasErrorType(error: unknown, types: readonly string[]): boolean {
  if (!(error instanceof Error)) return false;
  if ("type" in error && types.includes(String(error.type))) return true;
  return error.cause !== error && hasErrorType(error.cause, types);
}
