import { BatcherFull } from "@receipts/database";

/** Connection refused, reset or timed out; the server shutting down, starting up or out of connections. */
const OUTAGE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "57P01",
  "57P02",
  "57P03",
  "57P04",
  "53100",
  "53200",
  "53300",
  "EHOSTUNREACH",
  "ENETUNREACH",
  // A failover has left us on a standby.
  "25006",
  // A statement or lock timeout: the database is up, but too slow.
  "57014",
  "55P03",
  // A deadlock or serialization failure: retry.
  "40P01",
  "40001",
]);

/** Messages of the driver without a code. */
const OUTAGE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|not currently accepting connections/;

export function isDatabaseOutage(error: unknown): boolean {
  if (error instanceof BatcherFull) return true;
  if (typeof error !== "object" || error === null) return false;
  if ("code" in error && typeof error.code === "string") {
    // Class 08: connection exceptions.
    if (OUTAGE_CODES.has(error.code) || error.code.startsWith("08")) return true;
  }
  // A name with several addresses has one error for each.
  if ("errors" in error && Array.isArray(error.errors) && error.errors.some(isDatabaseOutage)) return true;
  return "message" in error && OUTAGE_MESSAGE.test(String(error.message));
}
