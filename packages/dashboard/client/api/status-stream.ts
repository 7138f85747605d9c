import type { StatusRecord } from "@receipts/contracts";

/** The part of a stream event that the dashboard uses. */
type StreamedStatus = Pick<StatusRecord, "processingStatus">;

/** Too many open streams are refused. An immediate retry would be refused too. */
const REFUSED_MS = 5_000;

/**
 * Follows a request until it ends or its stream is refused. Browsers reconnect by themselves after a lost connection
 * or a drain. Returns a function that stops it.
 */
export function followStatus(
  requestId: string,
  handlers: { readonly status: (status: StreamedStatus) => void; readonly done: () => void },
): () => void {
  const source = new EventSource(`/api/verify/${encodeURIComponent(requestId)}/events`);
  source.addEventListener("status", (event: MessageEvent<string>) => handlers.status(JSON.parse(event.data)));
  source.addEventListener("done", () => {
    source.close();
    handlers.done();
  });
  let refused: ReturnType<typeof setTimeout> | undefined;
  // Closed means refused, for example one stream too many. The caller can read the status after a delay.
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) refused = setTimeout(handlers.done, REFUSED_MS);
  });
  return () => {
    clearTimeout(refused);
    source.close();
  };
}
