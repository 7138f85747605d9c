import { randomBytes } from "node:crypto";

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller's W3C trace context, or a new one that says "not sampled". */
export function traceparentFrom(header: string | undefined): string {
  if (header !== undefined && TRACEPARENT.test(header)) return header;
  return `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-00`;
}

export function traceIdOf(traceparent: string): string {
  return traceparent.split("-")[1] ?? "";
}
