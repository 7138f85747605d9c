import type { Forwarded } from "./forward-webhook.ts";
import type { StreamedWebhook } from "./service-client.ts";

/** Undefined for `result`: not forwarded. */
export function webhookLine(
  { id, type, attempt }: Pick<StreamedWebhook, "id" | "type" | "attempt">,
  result: Forwarded | undefined,
  at: Date,
): string {
  const time = at.toTimeString().slice(0, 8);
  return [
    time,
    type.padEnd(27),
    id,
    ...outcomeOf(result),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
  ].join("  ");
}

function outcomeOf(result: Forwarded | undefined): string[] {
  if (result === undefined) return [];
  const { statusCode, durationMs, problem } = result;
  return statusCode === null
    ? ["---", `${durationMs} ms`, problem ?? "no response"]
    : [String(statusCode), `${durationMs} ms`];
}

/** Receipts contain text of strangers, which must not control the terminal or reorder what it shows. */
const UNSAFE = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Indented JSON, in which each control character is an escape. */
export function printableBody(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
