const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed without a response",
  UND_ERR_SOCKET: "connection closed without a response",
  ENOTFOUND: "unknown host",
  EAI_AGAIN: "the host name cannot be resolved now",
  ETIMEDOUT: "connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "connection timed out",
};

/** Says why a `fetch` failed. It hides the cause behind "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "no response in time";
  const cause = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  if (!(cause instanceof Error)) return error.message;
  const code = "code" in cause ? String(cause.code) : undefined;
  return (code === undefined ? undefined : reasons[code]) ?? cause.message;
}
