import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { READER_TIMEOUT_MS } from "@receipts/service-kit";

/** Of small events that no reader takes. */
const MOST_UNSENT_BYTES = 64 * 1024;

/** Returns a function that sends text and waits while the connection is full. It rejects once that is closed. */
export function createSlowWriter(response: ServerResponse): (text: string | Uint8Array) => Promise<void> {
  const closed = new AbortController();
  // Without an event for a reader who has left before.
  if (response.closed) closed.abort();
  response.once("close", () => closed.abort());
  return async (text) => {
    closed.signal.throwIfAborted();
    if (response.write(text)) return;
    const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(READER_TIMEOUT_MS)]);
    await once(response, "drain", { signal });
  };
}

/** Sends a small event of a stream. A stream without a reader is closed; a client that lives opens it again. */
export function sendEvent(response: ServerResponse, text: string): void {
  if (response.writableLength > MOST_UNSENT_BYTES) response.destroy();
  else response.write(text);
}
