import { randomBytes } from "node:crypto";

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller's W3C trace context; null when there is none, or none that can be read. */
export function readTraceparent(header: string | undefined): string | null {
  return header !== undefined && TRACEPARENT.test(header) ? header : null;
}

/** A trace context of its own, which says "not sampled". */
export function newTraceparent(): string {
  return `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-00`;
}

export function traceIdOf(traceparent: string): string {
  return traceparent.split("-")[1] ?? "";
}
