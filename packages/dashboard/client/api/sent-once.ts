/** A body that was sent, and its idempotency key. */
export interface Sent {
  readonly body: string;
  readonly key: string;
}

/** The same key for the same body: a second press after a lost response does nothing twice. */
export function sentOnce(before: Sent | undefined, body: string): Sent {
  return before?.body === body ? before : { body, key: newKey() };
}

/** `randomUUID` is missing on pages without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
