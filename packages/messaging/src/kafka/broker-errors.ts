/** True for faults of the way to the broker; false where the broker itself has said no. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!error.name.startsWith("KafkaJS")) return true; // a timeout of ours, or of the socket
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

/** A leader that is not the leader any more, or has not heard yet that it is. */
export const leaderMoved = ["NOT_LEADER_FOR_PARTITION", "LEADER_NOT_AVAILABLE"];

/** True where another broker leads than the one that was asked: who asked keeps that picture for minutes. */
export function isStaleMetadata(error: unknown): boolean {
  return hasErrorType(error, leaderMoved);
}

/** The broker's own word for the error, however deep kafkajs has wrapped it. */
export function hasErrorType(error: unknown, types: readonly string[]): boolean {
  if (!(error instanceof Error)) return false;
  if ("type" in error && types.includes(String(error.type))) return true;
  return error.cause !== error && hasErrorType(error.cause, types);
}
